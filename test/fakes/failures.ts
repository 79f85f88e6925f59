/** A failure ordered from a fake: the next `times` requests whose path or body holds `match` fail this way. */
export interface OrderedFailure<Kind extends string> {
	kind: Kind;
	/** Default: every request. */
	match?: string;
	/** Default: 1. */
	times?: number;
	/** For the kind `status`. */
	status?: number;
	/** Name of the error in the answer, for the kind `status`, where it is not the usual one of the status. */
	name?: string;
	/** Seconds, for the kind `status`; sent as `Retry-After`. */
	retryAfter?: number;
}

/** The failures a fake still owes, oldest first. */
export function failureQueue<Kind extends string>() {
	let queue: (OrderedFailure<Kind> & { left: number })[] = [];
	return {
		order(failure: OrderedFailure<Kind>) {
			queue.push({ ...failure, left: failure.times ?? 1 });
		},
		/** The failure due for a request, counted as delivered; null when it may succeed. */
		take(subject: string): OrderedFailure<Kind> | null {
			const due = queue.find(({ match = "" }) => subject.includes(match)) ?? null;
			if (due) due.left--;
			queue = queue.filter(({ left }) => left > 0);
			return due;
		},
		clear() {
			queue = [];
		},
	};
}
