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

/** Runs at each click on such an element or in it, also on one that comes later. */
export function onClick(selector: string, run: (clicked: HTMLElement) => void): void {
	document.addEventListener("click", ({ target }) => {
		const clicked = target instanceof Element && target.closest<HTMLElement>(selector);
		if (clicked) run(clicked);
	});
}
