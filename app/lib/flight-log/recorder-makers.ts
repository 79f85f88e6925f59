/** Names under which pilots know the makers of recorders, by the code in the A record (lists of the IGC and of programs). */
const MAKER_NAMES: Record<string, readonly string[]> = {
	ACT: ["Aircotec"],
	CAM: ["Cambridge"],
	CNI: ["ClearNav"],
	DSX: ["DSX"],
	EWA: ["EW Avionics"],
	FIL: ["Filser"],
	FLA: ["Flarm"],
	GCS: ["Garrecht", "Volkslogger"],
	IMI: ["IMI"],
	LGS: ["Logstream"],
	LXN: ["LX Navigation", "LX", "Colibri"],
	LXV: ["LXNAV", "LX", "Nano"],
	NAV: ["Naviter", "Oudie", "SeeYou"],
	NTE: ["New Technologies"],
	PES: ["Peschges"],
	PRT: ["Print Technik"],
	RCE: ["RC Electronics"],
	SCH: ["Scheffel"],
	SDI: ["Streamline", "PosiGraph"],
	TRI: ["Triadis"],
	WES: ["Westerboer"],
	XCS: ["XCSoar"],
	ZAN: ["Zander"],
};

/** Names of a maker, the best known first; none for a code that is not listed. */
export function makerNames(code: string): readonly string[] {
	return MAKER_NAMES[code] ?? [];
}
