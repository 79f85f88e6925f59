/** Some fields of an object, or columns of a table for `select`. */
export function pick<Of extends object, Name extends keyof Of>(
	of: Of,
	...names: readonly Name[]
): Pick<Of, Name> {
	return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>;
}
