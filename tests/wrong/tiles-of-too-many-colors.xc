board box cube 2x2x2
shapes tile = all one-sided tiles of cube with sides in 1..12  # error E794: 12 colors on 6 sides are too many tiles to try
place one-sided tile on box each at most once
