"""A small map of our own in each format that other programs have: three powers round a lake.

Aster and Birch lie on the lake with Cedar, and Dune is an inland place between
them. Cedar has two coasts: its north coast is on the Lake, its south coast on the Bay.
"""
# ruff: noqa: E501

GODIP = """\
package lake

// Prov("no").Conn("body", godip.Land): a remark is not read
const (
	AsterLand godip.Nation = "Aster Land"
	Birch     godip.Nation = "Birch"
)

var Lake = common.Variant{
	Name:       "Lake",
	CreatedBy:  "A. Writer",
	SoloWinner: common.SCCountWinner(2),
}

func Start() {
	startPhase := classical.NewPhase(1850, godip.Spring, godip.Movement)
	result.SetUnits(map[godip.Province]godip.Unit{
		"ast":    godip.Unit{godip.Fleet, AsterLand},
		"bir":    {godip.Army, Birch},
		"ced/sc": godip.Unit{Type: godip.Fleet, Nation: godip.Neutral},
	})
}

var provinceLongNames = map[godip.Province]string{
	"ast": "Aster", "bir": "Birchwood", "ced": "Cedar", "dun": "Dune", "lak": "The Lake", "bay": "The Bay",
}

func Graph() *graph.Graph {
	return graph.New().
		Prov("ast").Conn("lak", godip.Sea).Conn("bir", godip.Coast...).Conn("dun", godip.Land).Flag(godip.Coast...).SC(AsterLand).
		Prov("bir").Conn("lak", godip.Sea).Conn("ast", godip.Coast...).Conn("dun", godip.Land).Conn("ced", godip.Land).Conn("ced/nc", godip.Sea).Flag(godip.Coast...).SC(Birch).
		Prov("ced").Conn("bir", godip.Land).Conn("dun", godip.Land).Flag(godip.Land).SC(godip.Neutral).
		Prov("ced/nc").Conn("bir", godip.Sea).Conn("lak", godip.Sea).Flag(godip.Sea).
		Prov("ced/sc").Conn("bay", godip.Sea).Flag(godip.Sea).
		Prov("dun").Conn("ast", godip.Land).Conn("bir", godip.Land).Conn("ced", godip.Land).Flag(godip.Land).
		Prov("bay").Conn("ced/sc", godip.Sea).Conn("lak", godip.Sea).Flag(godip.Sea).
		Prov("lak").Conn("ast", godip.Sea).Conn("bir", godip.Sea).Conn("ced/nc", godip.Sea).Conn("bay", godip.Sea).Flag(godip.Sea).
		Done()
}
"""

DIPLOMACY = """\
# Our lake, for the package.
VICTORY 2
BEGIN SPRING 1850 MOVEMENT
ASTER_LAND (ASTER) AST
F AST
BIRCH (BIRCHEN) BIR
A BIR
UNOWNED CED
F CED/SC

Aster = ast
Birchwood = bir birch
Cedar = ced
Cedar (north coast) = ced/nc
Cedar (south coast) = ced/sc
Dune = dun
The Lake = lak
The Bay = bay

COAST AST ABUTS LAK BIR DUN
COAST BIR ABUTS LAK AST DUN ced CED/NC
COAST ced ABUTS BIR DUN
COAST CED/NC ABUTS BIR LAK
COAST CED/SC ABUTS BAY
LAND DUN ABUTS AST BIR ced
WATER BAY ABUTS CED/SC LAK
WATER LAK ABUTS AST BIR CED/NC BAY
"""

JUDGE = """\
# The lake, as the judges had it.
Aster,      A  ast
Birchwood,  B  bir birch
Cedar,      x  ced
Dune,       l  dun
The Lake,   w  lak
The Bay,    w  bay
-1
ast-mv: bir dun
ast-xc: lak bir
bir-mv: ast dun ced
bir-xc: lak ast ced/nc
ced-mv: birch dun
ced-nc: bir lak
ced-sc: bay
dun-mv: ast bir ced
lak-xc: ast bir ced/nc bay
bay-xc: ced/sc lak
-1
ast bir ced
"""
COUNTRIES = (
    "1\n3\nAster_Land Aster A Diag Red\nBirch Birchen B Hash Blue\nNeutral None N Gray Tan\n"
)
GAME = """\
1
Lake
Lake
Spring 1850
0
3
0
ast
F ast
0
bir
A bir
0

F ced/sc
0
-1
"""

VARIANTS = """\
<?xml version="1.0"?>
<!DOCTYPE VARIANTS [ <!ELEMENT VARIANTS ANY> <!ENTITY % more "IGNORE"> ]>
<VARIANTS>
  <MAP_DEFINITION id="lake" URI="lake.svg"/>
  <VARIANT name="Lake" default="true">
    <DESCRIPTION>Author: A. Writer</DESCRIPTION>
    <MAP adjacencyURI="lake_adjacency.xml"><MAP_GRAPHIC ref="lake"/></MAP>
    <POWER name="Aster Land" adjective="Aster" altnames="Asteria"/>
    <POWER name="Birch" adjective="Birchen"/>
    <STARTINGTIME turn="Spring, 1850, Movement"/>
    <WINNING_SUPPLY_CENTERS value="2"/>
    <SUPPLYCENTER province="ast" homepower="asteria" owner="asteria"/>
    <SUPPLYCENTER province="bir" homepower="birch" owner="birch"/>
    <SUPPLYCENTER province="ced"/>
    <INITIALSTATE province="ast" power="aster land" unit="fleet"/>
    <INITIALSTATE province="bir" power="birch" unit="army"/>
    <INITIALSTATE province="ced" power="Neutral" unit="fleet" unitcoast="sc"/>
  </VARIANT>
</VARIANTS>
"""
PROVINCES = """\
<PROVINCES>
  <PROVINCE shortname="ast" fullname="Aster"><ADJACENCY type="mv" refs="bir dun"/><ADJACENCY type="xc" refs="lak bir"/></PROVINCE>
  <PROVINCE shortname="bir" fullname="Birchwood"><UNIQUENAME name="birch"/><ADJACENCY type="mv" refs="ast dun ced"/><ADJACENCY type="xc" refs="lak ast ced/nc"/></PROVINCE>
  <PROVINCE shortname="ced" fullname="Cedar"><ADJACENCY type="mv" refs="birch dun"/><ADJACENCY type="nc" refs="bir lak"/><ADJACENCY type="sc" refs="bay"/></PROVINCE>
  <PROVINCE shortname="dun" fullname="Dune"><ADJACENCY type="mv" refs="ast bir ced"/></PROVINCE>
  <PROVINCE shortname="lak" fullname="The Lake"><ADJACENCY type="xc" refs="ast bir ced/nc bay"/></PROVINCE>
  <PROVINCE shortname="bay" fullname="The Bay"><ADJACENCY type="xc" refs="ced/sc lak"/></PROVINCE>
</PROVINCES>
"""
PICTURE = """\
<svg xmlns:jdipNS="x"><jdipNS:PROVINCE_DATA>
  <jdipNS:PROVINCE name="ast"><jdipNS:UNIT x="10" y=" 20.5"/></jdipNS:PROVINCE>
</jdipNS:PROVINCE_DATA></svg>
"""
