/** "2. Lipovec: the zone has no size." @param index of the point */
export function aboutPoint(
	points: readonly { readonly name: string }[],
	index: number,
	text: string,
): string {
	return `${index + 1}. ${points[index]?.name ?? ""}: ${text}`;
}
