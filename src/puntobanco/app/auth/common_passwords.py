"""Words that passwords are made of far too often."""

_TEXT = """
aaa abc abcd access ace aces admin administrator alex always amanda amazon america american amor amour and andrew
android angel anna anything apple april are arsenal asd asdf ashley auditor august australia autumn awesome baby
baccarat bailey banana banco bank banker barcelona baseball basketball batman bayern bear beatles beer berlin best bet
bets betting bienvenue bird black blackjack bless blue bonjour boss boston brian brown business buster cage california
camaro canada card cards cash casino cat cats champion change changeme charlie cheese chelsea cherry china chip chips
chocolate chris christ club clubs coffee college company computer cookie cookies cool corvette cricket croupier dallas
dance daniel darling david dealer december default devil diamond diamonds dog dogs dollar dollars dragon eagle eight
elizabeth eminem emma england enter entry eric euro facebook faith fall february ferrari fish five float florida
flower football for forever fortune four france freedom friday fuck fussball gamble gambler gambling game gamer games
geheim george germany ghost ginger god gold golden golf goodbye google great green guest guitar hallo hannah harley
harry heart hearts heaven hello highroller hockey honda honey hope horse hot house hulk hundred hunter iloveyou india
internet iphone ironman italy jack jackpot james january japan jennifer jessica jesus john jordan joshua julia july
june juventus kevin killer king kitty laura let letmein liberty liebe lion liverpool login logon london love lover
loves loveyou luck lucky macao macau madrid maggie magic manager manchester march maria mark master matrix matthew max
may mercedes metal metallica michael michelle microsoft millionaire mine monaco monday money monkey moon mouse music
mustang naruto natural never newyork newzealand nicole nine ninja nintendo nirvana nothing november number october
office oliver one open operator orange pair pairs paris party pass passphrase passw password passwort pat patron paul
peace pepper peter piano pikachu pink pirate pit pizza platinum player players playstation pokemon poker porsche
prince princess private punto puppy purple qaz qazwsx queen qwer qwert rainbow ranger red rich robert rock rocky root
rose roulette rugby russia safety sam samantha samsung saturday school season secret secure security september server
sesame seven sexy shadow shark shit shoe silver six slots snake soccer something sophie spade spades spain spider
spiderman spring star stars starwars steven student sugar summer sunday sunny sunshine super superman supervisor sweet
system table tables teacher team temp temporary ten tennis test tester testing texas that the this thomas thousand
three thursday tie tiger today tomorrow toyota trust trustno tuesday two user vault vegas video vodka wager wagers
washington wednesday welcome whatever whiskey white william willkommen windows wine winner winning winter with wizard
wolf word work wsx xbox yamaha yellow you your zealand zxc zxcv
"""

WORDS = frozenset(_TEXT.split())
