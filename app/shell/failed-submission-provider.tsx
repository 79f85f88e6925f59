import { type ReactNode, useMemo, useState } from "react";
import { FailedSubmissionContext } from "~/components/failed-submission";

interface FailedSubmissionProviderProps {
	/** Key of the location that answers a form which was not accepted; null when the first document is no such answer. */
	readonly first: string | null;
	readonly children: ReactNode;
}

/** Remembers, above the document, where a form was last not accepted. */
export function FailedSubmissionProvider({ first, children }: FailedSubmissionProviderProps) {
	const [location, setLocation] = useState(first);
	const value = useMemo(() => ({ location, setLocation }), [location]);
	return <FailedSubmissionContext.Provider value={value}>{children}</FailedSubmissionContext.Provider>;
}
