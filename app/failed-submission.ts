import { useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";

/**
 * Key of the location whose document is the answer to a form that was not accepted; null when it is not. The server
 * knows it from the action's status; the browser reads it from the document (`data-failed`).
 */
export const FailedSubmissionContext = createContext<string | null>(null);

/** Key of the location that the server renders. */
export const firstLocationKey = "default";

/** True until the reader goes on to another page. */
export function useFailedSubmission(): boolean {
	return useLocation().key === useContext(FailedSubmissionContext);
}
