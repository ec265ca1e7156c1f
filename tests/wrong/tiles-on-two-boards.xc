board one 1x1
board two 1x1
shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
place one-sided tile on one
place one-sided tile on two  # error E798: the tiles of `tile` are placed twice
