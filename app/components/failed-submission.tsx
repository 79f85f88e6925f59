import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";

interface FailedSubmission {
	/**
	 * Key of the location of the last refused form, or null. The server takes it from the status of the action, the browser
	 * from the document (`data-failed`) and from its own forms.
	 */
	readonly location: string | null;
	readonly setLocation: (location: string | null) => void;
}

const FailedSubmissionContext = createContext<FailedSubmission>({
	location: null,
	setLocation: () => {},
});

interface FailedSubmissionProviderProps {
	/** Key of the first location when it shows a refused form; null otherwise. */
	readonly first: string | null;
	readonly children: ReactNode;
}

/** Stands above the document, whose title depends on it. */
export function FailedSubmissionProvider({ first, children }: FailedSubmissionProviderProps) {
	const [location, setLocation] = useState(first);
	const value = useMemo(() => ({ location, setLocation }), [location]);
	return <FailedSubmissionContext.Provider value={value}>{children}</FailedSubmissionContext.Provider>;
}

export const firstLocationKey = "default";

/** Whether a submission was refused, and neither an accepted one nor another page has followed. */
export function useFailedSubmission(): boolean {
	return useLocation().key === useContext(FailedSubmissionContext).location;
}

/** Lets a form that validates in the browser notify the page whether its submission was refused. */
export function useNotifySubmission(): (refused: boolean) => void {
	const { key } = useLocation();
	const { setLocation } = useContext(FailedSubmissionContext);
	return useCallback((refused) => setLocation(refused ? key : null), [setLocation, key]);
}
