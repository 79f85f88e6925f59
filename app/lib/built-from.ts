/**
 * The last commit that the build was made from, and its time (ISO 8601); "unknown" where the build had no git. The footer says the version of
 * the release whatever runs, so `/api/health` and the organisers' overview say this. A build of a changed working copy names the commit
 * before its changes.
 */
export const builtFrom = {
	commit: import.meta.env.COMMIT ?? "unknown",
	committedAt: import.meta.env.COMMITTED_AT ?? "unknown",
};
