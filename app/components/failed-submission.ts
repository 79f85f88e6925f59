import { useLocation } from "@remix-run/react";
import { createContext, useCallback, useContext } from "react";

interface FailedSubmission {
	/**
	 * Key of the location where a form was last refused; null when none was. The server knows it from the action's status, the browser
	 * from the document (`data-failed`) and from its own forms.
	 */
	readonly location: string | null;
	readonly setLocation: (location: string | null) => void;
}

export const FailedSubmissionContext = createContext<FailedSubmission>({
	location: null,
	setLocation: () => {},
});

/** Remix's key of the location that the server renders. */
export const firstLocationKey = "default";

/** True from a refused submission until an accepted one, or until the reader goes to another page. */
export function useFailedSubmission(): boolean {
	return useLocation().key === useContext(FailedSubmissionContext).location;
}

/** For a form that is validated in the browser: notifies the page whether its submission was refused. */
export function useNotifySubmission(): (refused: boolean) => void {
	const { key } = useLocation();
	const { setLocation } = useContext(FailedSubmissionContext);
	return useCallback((refused) => setLocation(refused ? key : null), [setLocation, key]);
}
