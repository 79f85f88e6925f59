/** Rounds to tenths of a unit; never returns -0. */
export function round(value: number): number {
	return Math.round(value * 10) / 10 || 0;
}

/** @param decimals of a degree: five are about a metre, six ten centimetres */
export function roundTo(decimals: number, value: number): number {
	const scale = 10 ** decimals;
	return Math.round(value * scale) / scale;
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below `value`. */
export function roundStep(value: number): number {
	const power = 10 ** Math.floor(Math.log10(value));
	return ([1, 2, 5].find((factor) => factor * power >= value * (1 - 1e-9)) ?? 10) * power;
}

/** Multiples of `interval` from `from` to `to`, both included. */
export function multiplesWithin(from: number, to: number, interval: number): number[] {
	const first = Math.ceil(from / interval - 1e-9);
	const count = Math.max(0, Math.floor(to / interval + 1e-9) - first + 1);
	return Array.from({ length: count }, (_, index) => Number(((first + index) * interval).toFixed(6)) || 0);
}

/**
 * An element of a typed array; 0 outside it. It is called for every fix. An engine compiles such a read well for at most four kinds
 * of arrays; with a fifth kind, everything that reads fixes takes twice as long.
 */
export function at(values: Float64Array | Int32Array | Uint32Array, index: number): number {
	return values[index] ?? 0;
}
