/** Files as SeeYou writes them, about an airfield that nobody knows. */

const waypoints = [
	"name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc",
	'"Horní Lesnice","LESNICE",CZ,4931.872N,01552.470E,468.0m,2,110,980.0m,122.605,"Letiště"',
	'"Dlouhý rybník","TP02",CZ,4910.170N,01545.017E,487.0m,1,,,,',
	'"Lipovec nádraží","TP06",CZ,4936.723N,01626.459E,455.0m,1,,,,',
];
const points = '"Horní Lesnice","Dlouhý rybník","Lipovec nádraží","Horní Lesnice",';

/** Zone lines of a racing task; the last is a ring, whose radius comes off. */
export const racingZones = [
	"Options,NoStart=12:30:00,TaskTime=00:00:00",
	"ObsZone=0,Style=2,R1=5000m,A1=180,Line=1",
	"ObsZone=1,Style=1,R1=500m,A1=180",
	"ObsZone=2,Style=1,R1=500m,A1=180",
	"ObsZone=3,Style=3,R1=3000m,A1=180,Reduce=1",
];

export const areaZones = [
	"Options,NoStart=12:30:00,TaskTime=02:30:00",
	"ObsZone=0,Style=2,R1=5000m,A1=180,Line=1",
	"ObsZone=1,Style=1,R1=10000m,A1=180",
	"ObsZone=2,Style=1,R1=15000m,A1=180",
	"ObsZone=3,Style=3,R1=3000m,A1=180,Reduce=1",
];

/** A file with one task for each list of zone lines. */
export function cupFile(...tasks: readonly (readonly string[])[]): File {
	const rows = tasks.flatMap((zones, index) => [`"Task ${index + 1}",,${points}`, ...zones]);
	return new File([[...waypoints, "-----Related Tasks-----", ...rows].join("\r\n")], "task.cup");
}
