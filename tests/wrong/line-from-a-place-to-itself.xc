let places = {"Oslo", "Rome", "Paris"}
lines road along {(p, q) for p, q in places}  # error E366: a line joins two different places, and here is one place twice
