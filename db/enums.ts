/* Values of columns, forms and the browser. Apart from the schema, so that the browser does not load drizzle. */

export const taskStatuses = ["NO_TASK", "TASK", "TASK_CANCELLED"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/**
 * Statuses of a pilot on a day. Without one nobody has said anything yet.
 * - `DNF`: on the ground, not launched yet or landed before a relight; it is no "did not finish" of results
 * - `FLYING`: launched, and not yet said to be down
 * - `OUTLANDING`: in a field
 * - `HOME`: back on the airfield, which ends the search
 */
export const pilotStatuses = ["DNF", "FLYING", "OUTLANDING", "HOME"] as const;
export type PilotStatus = (typeof pilotStatuses)[number];

/** Who of an entry with two pilots flies on a day. */
export const crews = ["first", "second", "both"] as const;
export type Crew = (typeof crews)[number];

/** States of a retrieve, in their order. */
export const outlandingStates = ["reported", "crew-left", "found", "back"] as const;
export type OutlandingState = (typeof outlandingStates)[number];

/** Senders of a report of an outlanding: the pilot signed in, an organiser signed in, anybody else. */
export const outlandingSenders = ["pilot", "organiser", "other"] as const;
export type OutlandingSender = (typeof outlandingSenders)[number];

/** Whether a report of an outlanding counts. A report by somebody else waits for an organiser. */
export const outlandingStandings = ["proposed", "confirmed", "dismissed"] as const;

/** States of results, the least final one first. */
export const resultStatuses = ["preliminary", "unofficial", "official"] as const;
export type ResultStatus = (typeof resultStatuses)[number];

/** Outcomes of a protest. */
export const protestOutcomes = ["upheld", "rejected", "withdrawn"] as const;

/** Sources of an official table. `here` are our own scores, once they are official. */
export const resultSources = ["soaring-spot", "csv", "here"] as const;
export type ResultSource = (typeof resultSources)[number];

/** Racing task, assigned area task. */
export const taskKinds = ["RT", "AAT"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** WGS-84 by geodesics, or the sphere of 6,371.0 km by great circles. */
export const earthModels = ["wgs84", "sphere"] as const;
export type EarthModel = (typeof earthModels)[number];

/** Directions of a zone. The zone of a start always looks to the next point, that of a finish to the previous one. */
export const zoneStyles = ["fixed", "symmetrical", "next", "previous", "start"] as const;
export type ZoneStyle = (typeof zoneStyles)[number];

/** What a file says and a task does not keep, or keeps in another way; the texts are `task.file.<key>`. */
export const droppedKeys = [
	"anyOrder",
	"bonus",
	"faiHeights",
	"finishAboveGround",
	"innerSector",
	"notKept",
	"noZone",
	"otherKind",
	"otherStarts",
	"pev",
	"pointCounts",
	"pointHeight",
	"reduced",
	"severalStarts",
	"startAboveGround",
	"startCloses",
	"startOnEntry",
	"unfinishedLeg",
] as const;
export type DroppedKey = (typeof droppedKeys)[number];

/** Statuses of a row, in the order of a table: those who have or can get points come first. */
export const rowStatuses = ["finished", "out", "flying", "withheld", "missing", "dsq", "dnf"] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** States of a version of a task. At most one is published for a class on a day. */
export const taskStates = ["draft", "published", "superseded", "cancelled"] as const;

/** Kinds of gliders that fly in a class, with the words of SoaringSpot. */
export const classKinds = [
	"club",
	"standard",
	"13.5_meter",
	"15_meter",
	"18_meter",
	"20_meter",
	"open",
	"mixed",
] as const;

/** The key of a class in its edition, by which clients of the API compare, such as `18_meter`. */
export type ClassType = string;

/** Files of the competition area; one of each kind is in force. */
export const chartKinds = ["waypoints", "airspace"] as const;
export type ChartKind = (typeof chartKinds)[number];

/**
 * Senders of a flight log: the competitor signed in; a browser in which the competitor has logged in; an organiser signed in;
 * anybody else. They are sorted by the right to say whose log it is, the greatest first.
 */
export const logSenders = ["pilot", "device", "organiser", "other"] as const;
export type LogSender = (typeof logSenders)[number];

/** Who has confirmed a flight log. `earlier` marks logs that scored before senders were recorded. */
export const logConfirmations = ["pilot", "organiser", "earlier"] as const;
export type LogConfirmation = (typeof logConfirmations)[number];

/** Who has chosen the recorder whose log of a day counts. */
export const recorderChoosers = ["pilot", "organiser"] as const;

/**
 * Standings of a flight log. Only one that `scores` counts in ranks; `backup` is of another recorder than the one that counts,
 * `unconfirmed` is shown beside them, `kept` is not, `waiting` came from its competitor after the results were announced, and the clock
 * of one that is `ahead` says times to come.
 */
export const logStandings = [
	"scores",
	"backup",
	"waiting",
	"ahead",
	"unconfirmed",
	"kept",
	"discarded",
] as const;
export type LogStanding = (typeof logStandings)[number];

export const languages = ["cs", "en"] as const;

/** Causes of alerts to the operator. */
export const alertCauses = [
	"new-organiser",
	"organiser-device",
	"erasures",
	"replaced-logs",
	"late-mail",
	"failed-mail",
	"mail-quota",
	"jobs",
	"results",
	"files",
	"pages",
	"storage",
] as const;
export type AlertCause = (typeof alertCauses)[number];

/** Roles of those who organise; `app/lib/rights.ts` says what each may do. */
export const roles = ["organiser", "scorer", "desk", "treasurer", "reporter"] as const;
export type Role = (typeof roles)[number];

/** How a request comes. */
/** How a fee came. `marked` was ticked without more, by a page or a client; `taken-over` is from before payments were rows. */
export const paymentWays = ["transfer", "cash", "card", "marked", "taken-over"] as const;
export type PaymentWay = (typeof paymentWays)[number];

export const channels = ["page", "api"] as const;
export type Channel = (typeof channels)[number];

/** Condition of a pilot who has landed out. Nothing is chosen beforehand. */
export const pilotConditions = ["well", "hurt"] as const;

/** Kinds of documents, each a folder, in the order of the page. */
export const documentFolders = ["rules", "safety", "forms", "other"] as const;
export type DocumentFolder = (typeof documentFolders)[number];

/** What organisers decide against the policy of places: a place, none, or that the entry is out of the list. */
export const placesByHand = ["place", "waits", "out"] as const;
export type PlaceByHand = (typeof placesByHand)[number];
