# Debug information from each source: skl.
tests/opencl_sources.sh skl
