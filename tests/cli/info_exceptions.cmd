# The table of the bits, with the manual's sections.
"$EULAB" info exceptions
