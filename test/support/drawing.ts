import { afterAll, beforeAll } from "vitest";

let draws = false;

/** Whether pictures are drawn. That takes 0.2 s each, and the schedule draws two a minute: most files do without. */
export const drawsPictures = () => draws;

/** Has pictures drawn in the tests of this file. Elsewhere each is a single byte. */
export function drawPictures(): void {
	beforeAll(() => {
		draws = true;
	});
	afterAll(() => {
		draws = false;
	});
}
