import { useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";

/**
 * Whether the document is the answer to a form that was not accepted. The server knows it from the action's status;
 * the browser reads it from the document (`data-failed`).
 */
export const FailedSubmissionContext = createContext(false);

/** True until the reader goes on to another page. */
export function useFailedSubmission(): boolean {
	const failed = useContext(FailedSubmissionContext);
	return useLocation().key === "default" && failed;
}
