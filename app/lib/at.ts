/**
 * An element of a typed array; 0 outside it. It is called for every fix: an engine compiles such a read well for four kinds of arrays
 * at most, and with a fifth one all that reads fixes takes twice as long.
 */
export function at(values: Float64Array | Int32Array | Uint32Array, index: number): number {
	return values[index] ?? 0;
}
