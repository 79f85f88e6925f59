import type { Edition } from "~editions/schema";

/** Whether places are given by a policy, and not one by one. */
export function hasPolicy({ admission }: Pick<Edition, "admission">): boolean {
	return admission.policy !== "by-hand";
}

/** Whether places are given by a ranking list. */
export function isByRanking({ admission }: Pick<Edition, "admission">): boolean {
	return admission.policy === "by-ranking";
}
