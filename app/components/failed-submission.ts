import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext } from "react";

interface FailedSubmission {
	/**
	 * Key of the location where a form was last not accepted; null when none was. The server knows it from the action's status,
	 * the browser reads it from the document (`data-failed`) and hears it from its own forms.
	 */
	readonly location: string | null;
	readonly tell: (location: string | null) => void;
}

export const FailedSubmissionContext = createContext<FailedSubmission>({ location: null, tell: () => {} });

/** Key of the location that the server renders. */
export const firstLocationKey = "default";

/** True from a submission that was not accepted until one that is, or until the reader goes on to another page. */
export function useFailedSubmission(): boolean {
	return useLocation().key === useContext(FailedSubmissionContext).location;
}

/** For a form that judges in the browser: tells the page whether its submission was refused. */
export function useTellSubmission(): (refused: boolean) => void {
	const { key } = useLocation();
	const { tell } = useContext(FailedSubmissionContext);
	return useCallback((refused) => tell(refused ? key : null), [tell, key]);
}
