/* Values of columns, forms and the browser. Apart from the schema, so that the browser does not load drizzle. */

export const taskStatuses = ["NO_TASK", "TASK", "TASK_CANCELLED"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** DNF is shown as "on the ground", OUTLANDING as "in a field". */
export const competitorStates = ["DNF", "FLYING", "OUTLANDING", "HOME"] as const;
export type CompetitorState = (typeof competitorStates)[number];

/** Of a result sheet; the least final one first. */
export const resultStatuses = ["preliminary", "unofficial", "official"] as const;
export type ResultStatus = (typeof resultStatuses)[number];

export const classTypes = ["club", "18_meter"] as const;
export type ClassType = (typeof classTypes)[number];

export const languages = ["cs", "en"] as const;

/** What the operator is alerted to. */
export const alertCauses = [
	"new-organiser",
	"organiser-device",
	"erasures",
	"replaced-logs",
	"late-mail",
] as const;
export type AlertCause = (typeof alertCauses)[number];
