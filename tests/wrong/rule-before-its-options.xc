board field 3x3, may stay empty
choose free(p in field)
require connected free  # error E008: `free` where `apart`, `as`, `at`, `connected`, `for`, `joining`
