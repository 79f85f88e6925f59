/** The commit that the build was made from, and its time (ISO 8601); "unknown" where the build had no git. */
export const builtFrom = {
	commit: import.meta.env.COMMIT ?? "unknown",
	committedAt: import.meta.env.COMMITTED_AT ?? "unknown",
};
