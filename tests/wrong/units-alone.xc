item job
item load in units
option run() covers job
option idle() covers load by 2  # error E303: `idle()` covers no item that must be covered
