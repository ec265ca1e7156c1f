itme row[1..8]  # error E008: `itme` where
