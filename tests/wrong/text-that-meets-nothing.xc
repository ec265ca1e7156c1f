# line 9: warning W814: `milc` in the column `shop.sells` equals nothing that it is compared with
table price
  |thing cents
  |bread 3
  |milk  2
table shop
  |name sells
  |A    bread
  |B    milc
item visit[shop]
option go(s in shop) covers visit[s] cost sum(p.cents for p in price where p.thing = s.sells)
minimize
