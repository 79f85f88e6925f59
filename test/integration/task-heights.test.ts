import { beforeAll, expect, test } from "vitest";
import { textsIn } from "~test/support/html";
import { multipart } from "~test/support/multipart";
import { decodePolyline } from "~test/support/polyline";
import { statedTask } from "~test/support/stated-task";
import { taskApi } from "~test/support/task-api";

const { app, ids, put, patch } = taskApi("2025-07-14", "club");
const desk = "/admin/tasks/2025-07-14/club";
const asAdmin = () => ({ as: { id: ids.admin }, language: "cs" }) as const;

/** Far from each other: a height of the right name at another place is another point's. */
const waypoints = [
	'"Dlouhý rybník","TP02",CZ,4910.170N,01545.017E,487.0m,1',
	'"Lipovec nádraží","TP06",CZ,4900.000N,01626.459E,455.0m,1',
].join("\r\n");

beforeAll(async () => {
	const file = new File([waypoints], "body.cup");
	await app.post("/admin/waypoints-and-airspace", multipart({ kind: "waypoints", chart: file }), asAdmin());
});

interface Answer {
	readonly _id: string;
	readonly points: readonly { readonly elevationM: number | null }[];
	readonly files: Readonly<Record<"cup" | "tsk" | "xctsk" | "sheet", string>>;
}

const heightsOf = ({ points }: Answer) => points.map(({ elevationM }) => elevationM);
const fileOf = async (address: string) => (await app.get(new URL(address).pathname, asAdmin())).text();

/** The task of a file that says no heights, but 0 for those of `zeros`. */
async function putFile(zeros: readonly string[] = []): Promise<Answer> {
	const points = statedTask().points.map(({ elevationM: _, ...point }) =>
		zeros.includes(point.name) ? { ...point, elevationM: 0 } : point,
	);
	return (await put(statedTask({ points }))).json();
}

test("a height comes from the waypoint of the same name and place, then from the airfield, and is unknown elsewhere", async () => {
	expect(heightsOf(await putFile())).toEqual([548, 487, null, 548]);
});

test("0 is a height when somebody said so", async () => {
	expect(heightsOf(await putFile(["Horní Lesnice", "Lipovec nádraží"]))).toEqual([0, 487, 0, 0]);
});

test("an unknown height is left out of every file that allows it, and the desk says so before", async () => {
	const draft = await putFile();
	const warnings = textsIn(await (await app.get(desk, asAdmin())).text(), ".notice-warning li");
	expect(warnings).toEqual([expect.stringMatching(/^2\. Lipovec nádraží: Výšku bodu neříká/)]);
	await patch(draft._id, { published: true });
	const [cup, tsk, xctsk, sheet] = await Promise.all(Object.values(draft.files).map(fileOf));
	expect(cup).toMatch(/"Lipovec nádraží","",,4936\.720N,01626\.460E,,1/);
	expect(cup).toContain("548.0m");
	expect(tsk?.match(/altitude="[^"]*"/g)).toEqual(['altitude="548"', 'altitude="487"', 'altitude="548"']);
	// The polyline has no point without an altitude: that of the airfield stands there, never sea level.
	const heights = (JSON.parse(xctsk ?? "") as { t: { z: string }[] }).t.map(({ z }) => decodePolyline(z)[2]);
	expect(heights).toEqual([548, 487, 548, 548]);
	expect(textsIn(sheet ?? "", ".task-position")[2]).not.toContain("m");
});
