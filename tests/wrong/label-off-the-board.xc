board field
  |?#
  |??
labels number
  |1 2
  |. .
choose shaded(p in field)
# line 5: error E293: this label is in no cell of `field`
