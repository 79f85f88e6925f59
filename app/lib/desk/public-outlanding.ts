import type { Outlanding } from "./outlandings-queries.server";

/** What everybody may read of a report: who is out, and near which place. All else of it is for the desk and the pilot. */
export function toPublicOutlanding(report: Outlanding) {
	const { id, startNumber, name, surname, classType, state, near, date } = report;
	return { id, startNumber, fullName: `${name} ${surname}`, classType, isBack: state === "back", near, date };
}

export type PublicOutlanding = ReturnType<typeof toPublicOutlanding>;
