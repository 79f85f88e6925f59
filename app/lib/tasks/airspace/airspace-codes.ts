import type { SpaceKind } from "~db/schema";

/*
 * Codes of OpenAir for the class (`AC`) and the type (`AY`) of a space; see docs/formats.md section 7. Older files have the type as
 * their class.
 */

const types: Readonly<Record<SpaceKind, readonly string[]>> = {
	restricted: ["P", "R", "Q", "TRA", "TSA", "MTA", "TFR", "ADIZ"],
	controlled: ["CTR", "CTA", "TMA", "TMZ", "RMZ", "ATZ", "MATZ"],
	open: ["GSEC"],
};

const classes: Readonly<Record<SpaceKind, readonly string[]>> = {
	// Closed to gliders.
	restricted: ["GP"],
	controlled: ["A", "B", "C", "D"],
	// Wave windows, and what has no class.
	open: ["E", "F", "G", "W", "UNC"],
};

/** Types of a space that is what its class makes of it. */
const classless: ReadonlySet<string> = new Set(["FIS", "ACCSEC", "VFRSEC", "FIR", "UIR", "NONE"]);

const codesOf = (table: typeof types) =>
	(["restricted", "controlled", "open"] as const).flatMap((kind) =>
		table[kind].map((code) => [code, kind] as const),
	);
const kindOfType: ReadonlyMap<string, SpaceKind> = new Map(codesOf(types));
const kindOfClass: ReadonlyMap<string, SpaceKind> = new Map([
	...kindOfType,
	...codesOf(classes),
	...[...classless].map((code) => [code, "open"] as const),
]);

/** What other programs write for a code. */
const longNames: Readonly<Record<string, readonly string[]>> = {
	ACCSEC: ["ACC_SECTOR"],
	ADIZ: ["AIR_DEFENCE_IDENT_ZONE", "AIR_DEFENCE_IDENTIFICATION_ZONE"],
	ALERT: ["ALERT_AREA"],
	ASRA: ["AERIAL_SPORTING_RECREATIONAL", "AERIAL_SPORTING_OR_RECREATIONAL_ACTIVITY"],
	ATZ: ["AERODROME_TRAFFIC_ZONE", "AIRPORT_TRAFFIC_ZONE"],
	AWY: ["AIRWAY"],
	CTA: ["CONTROL_AREA", "CONTROLLED_TRAFFIC_AREA"],
	CTR: ["CONTROL_ZONE", "CONTROLLED_TOWER_REGION"],
	FIR: ["FLIGHT_INFORMATION_REGION"],
	FIS: ["FIS_SECTOR", "FLIGHT_INFORMATION_SERVICE_SECTOR"],
	GP: ["GLIDER_PROHIBITED"],
	GSEC: ["GS", "GLIDING", "GLIDING_AREA", "GLIDING_SECTOR"],
	HTZ: ["HELICOPTER_TRAFFIC_ZONE"],
	LTA: ["LOWER_TRAFFIC_AREA"],
	MATZ: ["MILITARY_AERODROME_TRAFFIC_ZONE", "MILITARY_AIRPORT_TRAFFIC_ZONE"],
	MTA: ["MILITARY_TRAINING_AREA"],
	MTR: ["MILITARY_TRAINING_ROUTE"],
	N: ["NOTAM", "NOTAM_AFFECTED_AREA"],
	OFR: ["OVERFLIGHT_RESTRICTION"],
	P: ["PROHIBITED", "PROHIBITED_AREA"],
	Q: ["DANGER", "DANGER_AREA"],
	R: ["RESTRICTED", "RESTRICTED_AREA"],
	RMZ: ["RADIO_MANDATORY_ZONE"],
	TFR: ["TEMPORARY_FLIGHT_RESTRICTION"],
	TIA: ["TRAFFIC_INFORMATION_AREA"],
	TIZ: ["TRAFFIC_INFORMATION_ZONE"],
	TMA: ["TERMINAL_MANOEUVRING_AREA", "TERMINAL_MANEUVERING_AREA", "TERMINAL_CONTROL_AREA"],
	TMZ: ["TRANSPONDER_MANDATORY_ZONE"],
	TRA: ["TEMPORARY_RESERVED_AREA"],
	TRAFR: ["TRA/TSA_FEEDING_ROUTE"],
	TRZ: ["TRANSPONDER_RECOMMENDED_ZONE"],
	TSA: ["TEMPORARY_SEGREGATED_AREA"],
	UIR: ["UPPER_FLIGHT_INFORMATION_REGION"],
	UNC: ["UNCLASSIFIED"],
	UTA: ["UPPER_TRAFFIC_AREA"],
	VFRR: ["VFR_ROUTE", "DESIGNATED_ROUTE_FOR_VFR"],
	VFRSEC: ["VFR_SECTOR", "VISUAL_FLYING_RULES_SECTOR"],
	W: ["WAVE", "WAVE_WINDOW"],
	WARNING: ["WARNING_AREA"],
};
const codeOfName: ReadonlyMap<string, string> = new Map(
	Object.entries(longNames).flatMap(([code, names]) => names.map((name) => [name, code])),
);

/** Characters of a code that nothing here knows. */
const longestCode = 30;

/** The class of a space by its line `AC`, as its code: upper case, a long name in short. */
export function classCode(text: string): string {
	const whole = shortened(text);
	if (kindOfClass.has(whole)) return whole;
	// Words may stand behind it.
	const first = shortened(text.split(/\s/, 1)[0] ?? "");
	return kindOfClass.has(first) ? first : whole.slice(0, longestCode);
}

function shortened(text: string): string {
	const name = text
		.toUpperCase()
		.replace(/[\s_-]+/g, "_")
		.replace(/^CLASS_/, "");
	return codeOfName.get(name) ?? name;
}

/** The type of a space by its line `AY`, as its code. */
export function typeCode(text: string): string {
	const code = classCode(text);
	return code === "UNC" ? "NONE" : code;
}

/** The code that says what a space is: its type, unless that leaves it to the class. */
export function decidingCode(space: {
	readonly airspaceClass: string;
	readonly airspaceType?: string | undefined;
}): string {
	const { airspaceClass, airspaceType } = space;
	return airspaceType === undefined || classless.has(airspaceType) ? airspaceClass : airspaceType;
}

/** What its codes make of a space. Of one that is not known, it says what it is once an organiser has taken it in. */
export function kindOfCodes(
	airspaceClass: string,
	airspaceType: string | undefined,
): { readonly kind: SpaceKind; readonly isKnown: boolean } {
	const code = decidingCode({ airspaceClass, airspaceType });
	const known = (code === airspaceType ? kindOfType : kindOfClass).get(code);
	if (known) return { kind: known, isKnown: true };
	const isControlled = kindOfClass.get(airspaceClass) === "controlled";
	return { kind: isControlled ? "controlled" : "restricted", isKnown: false };
}
