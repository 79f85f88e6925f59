import { expect, test } from "vitest";
import { withoutPassing } from "~/lib/live/passing-words";

test("a page that lasts has nothing of what it said of positions, and all the rest", () => {
	const html =
		"<p>a</p><live-words><ul>\n<li>12 at 16:42</li></ul></live-words><p>b</p><live-words>x</live-words>c";
	expect(withoutPassing(html)).toBe("<p>a</p><p>b</p>c");
	expect(withoutPassing("<p>&lt;live-words&gt;</p>")).toBe("<p>&lt;live-words&gt;</p>");
});
