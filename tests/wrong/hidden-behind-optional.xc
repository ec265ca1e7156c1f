item left, right
item spare at most once
option a() covers left
option b() covers right
optional hidden option c() covers spare  # error E008: `hidden` where `option` is expected
