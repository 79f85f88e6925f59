/** Milliseconds. A loading toast stays until it is dismissed. */
export const toastTimes = {
	success: 3_000,
	error: 4_000,
	loading: Number.POSITIVE_INFINITY,
} as const;

/** Milliseconds of fading out. */
export const toastRemoval = 1_000;

/** Most toasts on the screen. */
export const toastLimit = 20;
