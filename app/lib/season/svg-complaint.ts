/** Most elements that repeat others, which could repeat each other without end. */
const mostRepeats = 12;
/** Most levels of elements: what draws them calls itself for each. */
const deepest = 60;

const complaints = {
	entities: /<!(?:DOCTYPE|ENTITY)/i,
	script: /<\s*(?:[\w-]+:)?script|\son\w+\s*=|javascript:/i,
	// A reference within the picture begins with #; a picture inside it is data.
	external:
		/(?:href|src)\s*=\s*["'](?!#|data:image\/(?:png|jpeg|gif|webp);)|url\(\s*["']?(?!["']?#)|@import|<\s*(?:[\w-]+:)?(?:foreignObject|iframe|image[^>]*xml:base)/i,
} as const;

type SvgComplaint = keyof typeof complaints | "tooComplex";

/** Why an SVG is not drawn: it could run something, load something, or grow without end. Null when nothing is wrong. */
export function svgComplaint(svg: string): SvgComplaint | null {
	for (const [complaint, pattern] of Object.entries(complaints))
		if (pattern.test(svg)) return complaint as SvgComplaint;
	const repeats = svg.match(/<(?:[\w-]+:)?(?:use|pattern|mask)\b/g)?.length ?? 0;
	return repeats > mostRepeats || levelsOf(svg) > deepest ? "tooComplex" : null;
}

function levelsOf(svg: string): number {
	let [level, most] = [0, 0];
	for (const [, closes, isEmpty] of svg.matchAll(/<(\/?)[\w:-]+(?:"[^"]*"|'[^']*'|[^<>"'])*?(\/?)>/g)) {
		level += closes ? -1 : isEmpty ? 0 : 1;
		most = Math.max(most, level);
	}
	return most;
}
