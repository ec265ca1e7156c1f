// error E006: `/` means nothing here
# line 1: error E006: `/` has no meaning here
