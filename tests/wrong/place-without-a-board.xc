board tray 1x2
shapes s
  |AA
place free s  # error E007: the text ends where `on` is expected
