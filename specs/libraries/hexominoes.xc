# The 35 free hexominoes, by letters and digits in an order of no importance.
shapes hexominoes
  |A BB C. D. E. F. GG HH II JJ K. L. MMM NNN OO. PP. QQ. RR. SS.
  |A B. CC DD E. F. GG H. I. J. KK LL M.. .N. .OO .PP .Q. .R. .S.
  |A B. C. .D EE FF G. HH II J. KK LL M.. .N. .O. ..P .QQ .RR .S.
  |A B. C. .D E. .F G. H. .I JJ K. .L M.. .N. .O. ..P .Q. ..R .SS
  |A B. C. .D E. .F
  |A
  |
  |T.. U.. V.. W.. X.. Y.. .Z. .1. 22 333 444 555 666 77. 88. 99.
  |TTT UUU VVV WW. XX. Y.. ZZZ 11. 22 33. 44. 5.5 .6. 777 888 .99
  |T.. .U. ..V .WW .XX YYY .Z. .11 22 3.. .4. 5.. 66. .7. ..8 99.
  |T.. .U. ..V .W. ..X .Y. .Z. .1.
