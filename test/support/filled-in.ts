/** Puts what a world has in the places of its names: `{absentId}`, `{pilot.id}`. */
export function filledIn(text: string, world: object): string {
	return text.replaceAll(/\{([\w.]+)\}/g, (_, name: string) => {
		const value = name.split(".").reduce<unknown>((from, key) => Object(from)[key], world);
		if (typeof value !== "string") throw new Error(`The world has no ${name}.`);
		return value;
	});
}
