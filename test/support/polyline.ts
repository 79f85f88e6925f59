/** Numbers of a polyline: five bits in a character, the lowest first, and the sign in the lowest bit. */
export function decodePolyline(text: string): number[] {
	const numbers: number[] = [];
	let [value, factor] = [0, 1];
	for (const character of text) {
		const bits = character.charCodeAt(0) - 63;
		value += (bits & 31) * factor;
		factor *= 32;
		if (bits >= 32) continue;
		numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
		[value, factor] = [0, 1];
	}
	return numbers;
}
