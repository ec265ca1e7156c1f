board tray 1x2
shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
place one-sided tile on tray covering at least 1  # error E796: `covering` is not for tiles, such as those of `tile`
