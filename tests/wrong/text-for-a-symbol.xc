enum Team = Ajax, Bayern
item game[Team]
option home(t in Team)
  where t != "Ajax"  # error E109: a symbol of `Team` never equals a text: Ajax and "Ajax"
  covers game[t]
