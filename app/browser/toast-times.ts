/** How long a toast stays, in milliseconds; only what goes on stays until it is over. */
export const toastTimes = {
	default: 5_000,
	success: 3_000,
	error: 4_000,
	blank: 4_000,
	loading: Number.POSITIVE_INFINITY,
} as const;

/** Milliseconds from going to being gone. */
export const toastRemoval = 1_000;

/** Toasts that are shown at once. */
export const toastLimit = 20;
