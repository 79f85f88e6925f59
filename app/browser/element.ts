/** A new element with properties and content. */
export function element<K extends keyof HTMLElementTagNameMap>(
	name: K,
	properties: Partial<HTMLElementTagNameMap[K]>,
	content: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
	const made = Object.assign(document.createElement(name), properties);
	for (const part of content) {
		made.appendChild(typeof part === "string" ? document.createTextNode(part) : part);
	}
	return made;
}
