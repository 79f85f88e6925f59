/** The parts of the organisers' page of operations; the first is shown without a choice. */
export const operationViews = ["mail", "audit", "erasures"] as const;
export type OperationView = (typeof operationViews)[number];

export function operationsPath(view: OperationView, query: Readonly<Record<string, string>> = {}): string {
	return `/admin/operations?${new URLSearchParams({ view, ...query })}`;
}
