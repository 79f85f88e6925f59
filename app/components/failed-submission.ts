import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext } from "react";

interface FailedSubmission {
	/**
	 * Key of the location of the last refused form, or null. The server takes it from the status of the action, the browser
	 * from the document (`data-failed`) and from its own forms.
	 */
	readonly location: string | null;
	readonly setLocation: (location: string | null) => void;
}

export const FailedSubmissionContext = createContext<FailedSubmission>({
	location: null,
	setLocation: () => {},
});

/** Key of the location on the server. */
export const firstLocationKey = "default";

/** True from a refused submission until an accepted one or another page. */
export function useFailedSubmission(): boolean {
	return useLocation().key === useContext(FailedSubmissionContext).location;
}

/** For a form that validates in the browser: notifies the page whether its submission was refused. */
export function useNotifySubmission(): (refused: boolean) => void {
	const { key } = useLocation();
	const { setLocation } = useContext(FailedSubmissionContext);
	return useCallback((refused) => setLocation(refused ? key : null), [setLocation, key]);
}
