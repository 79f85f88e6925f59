import { readChart } from "~/lib/tasks/charts/read-chart";
import { readTaskFile } from "~/lib/tasks/files/read-task-file";

/* Good files of each program about invented places. A test changes one thing of one. */

/** A day in summer, two hours ahead of UTC. */
const date = "2025-07-18";

/** A file with one thing replaced, which must be in it. */
export type Change = readonly [from: string | RegExp, to: string];

function changed(file: string, changes: readonly Change[]): string {
	return changes.reduce((text, [from, to]) => {
		const next = text.replace(from, to);
		if (next === text) throw new Error(`${from} is not in the file`);
		return next;
	}, file);
}

const seeYou = [
	"name,code,country,lat,lon,elev,style,rwdir,rwlen,rwwidth,freq,desc",
	'"Start","ST",CZ,4931.872N,01552.470E,548.0m,1,,,,,',
	'"Sever","T1",CZ,5000.000N,01600.000E,400m,1,,,,,',
	'"Východ","T2",CZ,4950.000N,01700.000E,400m,1,,,,,',
	'"Jih","T3",CZ,4910.000N,01630.000E,400m,1,,,,,',
	"-----Related Tasks-----",
	'"T","???","Start","Sever","Východ","Start","???"',
	"Options,NoStart=12:00:00,TaskTime=00:00:00,WpDis=True,NearDis=0.7km,NearAlt=300.0m",
	"ObsZone=0,Style=2,SpeedStyle=0,R1=5000m,A1=180,R2=0m,A2=0,MaxAlt=0.0m,Line=1",
	"ObsZone=1,Style=1,R1=500m,A1=180,MaxAlt=0.0m",
	"ObsZone=2,Style=1,R1=500m,A1=180,MaxAlt=0.0m",
	"ObsZone=3,Style=3,SpeedStyle=2,R1=3000m,A1=180,MaxAlt=0.0m",
].join("\r\n");

/** A racing task of SeeYou. */
export const cupOf = (...changes: readonly Change[]) => changed(seeYou, changes);

const point = (type: string, name: string, latitude: number, zone: string) =>
	`<Point type="${type}"><Waypoint altitude="400" comment="" id="1" name="${name}"><Location latitude="${latitude}" longitude="16"/></Waypoint>${zone}</Point>`;
const xcsoar = [
	'<Task aat_min_time="0" fai_finish="0" finish_min_height="0" finish_min_height_ref="AGL" navigate_nearest="0" start_max_height="0" start_max_height_ref="AGL" start_max_speed="0" start_open_time="11:30" start_requires_arm="0" start_score_exit="1" type="RT">',
	point("Start", "Start", 49.5, '<ObservationZone length="10000" type="Line"/>'),
	point("Turn", "Sever", 50, '<ObservationZone type="Keyhole"/>'),
	point("Turn", "Jih", 49.1, '<ObservationZone type="Keyhole"/>'),
	point("Finish", "Cíl", 49.5, '<ObservationZone radius="3000" type="Cylinder"/>'),
	"</Task>",
].join("\n");

/** A racing task of XCSoar. */
export const tskOf = (...changes: readonly Change[]) => changed(xcsoar, changes);

const record = (name: string, latitude: string, longitude: string) => `C${latitude}${longitude}${name}`;
const lxnav = [
	"ALXVABCFLIGHT:1",
	"HFDTEDATE:180725,01",
	"C180725080000000000000102",
	record("", "0000000N", "00000000E"),
	record("Start", "4931872N", "01552470E"),
	record("Sever", "5000000N", "01600000E"),
	record("Vychod", "4950000N", "01700000E"),
	record("Cil", "4931872N", "01552470E"),
	record("", "0000000N", "00000000E"),
	"LLXVOZ=-1,Style=2,R1=5000m,A1=180,R2=0m,A2=0,A12=10.0,Maxa=0m,Line=1,Autonext=0,Near=0",
	"LLXVOZ=0,Style=1,R1=15000m,A1=180,R2=0m,A2=0,A12=190.0,Maxa=0m,Autonext=0,AAT=1,Near=0",
	"LLXVOZ=1,Style=1,R1=20000m,A1=180,R2=0m,A2=0,A12=250.0,Maxa=0m,Autonext=0,AAT=1,Near=0",
	"LLXVOZ=2,Style=3,R1=3000m,A1=180,R2=0m,A2=0,A12=70.0,Maxa=0m,Autonext=0,Near=1",
	"LLXVTSK,TaskTime=02:30:00,StartOnEntry=false,Short=false,Near=true",
].join("\r\n");

/** An area task that a recorder of LXNAV declares. */
export const lxnavOf = (...changes: readonly Change[]) => changed(lxnav, changes);

const strepla = [
	"ALXNABC",
	"HFDTE180725",
	"LSCSDName:Petra",
	"LSCSDGate open:10:30",
	"LSCSCS:Start:N4931872:E01552470",
	"LSCSCT:Sever:N5000000:E01600000",
	"LSCSCF:Cil:N4931872:E01552470",
	"LSCSRSLINE:20000",
	"LSCSRTKEYHOLE:500:10000:90",
	"LSCSRFCYLINDER:2500",
].join("\r\n");

/** A racing task of StrePla. */
export const streplaOf = (...changes: readonly Change[]) => changed(strepla, changes);

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** What is read of a task file. */
export const readTask = (text: string) => readTaskFile(bytesOf(text), date);

/** What a draft does not keep of the only task of a file. */
export function droppedOf(text: string): string[] {
	const { tasks, complaints } = readTask(text);
	if (tasks.length !== 1 || complaints.length > 0)
		throw new Error(JSON.stringify({ tasks: tasks.length, complaints }));
	return (tasks[0]?.droppedFromFile ?? []).map(
		({ point, complaint }) => `${point} ${decodeURIComponent(complaint.replace("task.file.", ""))}`,
	);
}

/** What is read of a waypoint file. */
export const readWaypoints = (file: string | Uint8Array) =>
	readChart("waypoints", typeof file === "string" ? bytesOf(file) : file);
