# Debug information from each source: bdw.
tests/opencl_sources.sh bdw
