import { type ReactNode, useMemo, useState } from "react";
import { FailedSubmissionContext } from "~/components/failed-submission";

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
