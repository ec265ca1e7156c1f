table Flight  # error E244: table `Flight` has no header
  |
