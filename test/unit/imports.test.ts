import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { circlesOf, filesBelow, readImports } from "../support/import-graph";

/* The rules of docs/style.md about where a line lives and what it may import. */

/** Beside its own room, what the code of a room may import; a path that ends in a slash is a folder. */
const rooms: Readonly<Record<string, readonly string[]>> = {
	"app/routes/": ["app/shell/", "app/components/", "app/browser/", "app/lib/", "db/", "editions/"],
	"app/shell/": ["app/components/", "app/browser/", "app/lib/", "db/", "editions/"],
	"app/components/": ["app/browser/", "app/lib/", "db/", "editions/"],
	"app/browser/": [
		"app/lib/i18n/",
		"app/lib/timeout.ts",
		"app/lib/flights/replay/unpack-flights.ts",
		"app/lib/maps/geodesy.ts",
		// The dots of the first picture and those that move are placed alike.
		"app/lib/live/place-dots.ts",
		// What the server would refuse of a log is said before the log is sent.
		"app/lib/flights/igc-file/upload-limits.ts",
		// So is whose it is.
		"app/lib/flights/igc-file/scan-flight-log.ts",
		"app/lib/flights/unmatched-logs/match-log.ts",
	],
	"app/lib/": ["db/", "editions/"],
	"app/worker/": ["app/shell/handle.ts", "app/lib/", "db/", "editions/", "load-context.ts"],
	// What Remix asks for by name; the rooms above have been looked for before.
	"app/": ["app/shell/", "app/components/", "app/browser/", "app/lib/", "db/", "editions/"],
	"db/": [],
	"editions/": ["db/enums.ts"],
};

/** The rooms of app/lib, each above those that it may import. All stand on the ground: the other folders, and the files in app/lib itself. */
const roomsOfLib = [
	"api",
	"notifications",
	"results",
	"scoring",
	"live",
	"desk",
	"flights",
	"tasks",
	"season",
	"days",
	"entries",
	"content",
	"accounts",
	"operations",
	"maps",
];

/** Rooms that run without React. */
const withoutReact = ["app/worker/", "app/browser/", "app/lib/"];
const react = /^(react|react-dom|react-i18next|@remix-run\/react|@conform-to\/react)(\/|$)/;

const mostLines = 400;
const mostOnTheFloor = 5;

const files = filesBelow("app", "db", "editions", "locales", "server.ts", "load-context.ts", "package.json");
const inApp = files.filter((file) => file.startsWith("app/"));
const graph = readImports(files);
const isSource = (file: string) => /\.tsx?$/.test(file);

/** Addresses of style sheets and pictures are no code, wherever they stand. */
const arrows = [...graph].flatMap(([from, imports]) =>
	imports.files.filter(isSource).map((to) => ({ from, to })),
);

const roomOf = (file: string) => Object.keys(rooms).find((room) => file.startsWith(room)) ?? "";

const isPage = (file: string) => file.startsWith("app/routes/");

/** A page's folder, or the single file of an address without a page. */
const pageOf = (file: string) => file.split("/").slice(0, 3).join("/");

/** How high a file of app/lib stands: 0 in the top room, most on the ground. */
function depthOf(file: string): number {
	const folder = /^app\/lib\/([^/]+)\//.exec(file)?.[1] ?? "";
	const depth = roomsOfLib.indexOf(folder);
	return depth < 0 ? roomsOfLib.length : depth;
}

function isAllowed(from: string, to: string): boolean {
	const room = roomOf(from);
	if (room === "" || roomOf(to) === room) return true;
	return (rooms[room] ?? []).some((path) => (path.endsWith("/") ? to.startsWith(path) : to === path));
}

test("the imports of the tree are read", () => {
	expect(graph.size).toBeGreaterThan(400);
	expect(arrows.length).toBeGreaterThan(1_500);
});

test("imports go down: routes, shell, components, browser, lib; the worker stands on lib and the type of a handle", () => {
	const wrong = arrows.filter(({ from, to }) => !isAllowed(from, to));
	expect(wrong.map(({ from, to }) => `${from} imports ${to}, which ${roomOf(from)} may not`)).toEqual([]);
});

test("a page imports nothing of another page", () => {
	const wrong = arrows.filter(({ from, to }) => isPage(from) && isPage(to) && pageOf(from) !== pageOf(to));
	expect(
		wrong.map(
			({ from, to }) =>
				`${from} imports ${to} of another page; pages share by app/components or a room of lib`,
		),
	).toEqual([]);
});

test("imports between the rooms of lib go down, and the ground imports none of them", () => {
	const isLib = (file: string) => file.startsWith("app/lib/");
	const wrong = arrows.filter(({ from, to }) => isLib(from) && isLib(to) && depthOf(to) < depthOf(from));
	expect(wrong.map(({ from, to }) => `${from} imports ${to} of a higher room`)).toEqual([]);
});

test("every room of lib is there", () => {
	for (const room of roomsOfLib)
		expect(
			inApp.some((file) => file.startsWith(`app/lib/${room}/`)),
			room,
		).toBe(true);
});

test("worker, browser and lib know no React", () => {
	const wrong = [...graph].flatMap(([from, { packages }]) =>
		withoutReact.some((room) => from.startsWith(room))
			? packages.filter((name) => react.test(name)).map((name) => `${from} imports ${name}`)
			: [],
	);
	expect(wrong).toEqual([]);
});

test("several queries are read by `read`, which gives no result by position, and written by `commit`", () => {
	const batches = [
		// Hands on what those two ask for.
		"app/lib/db/client.server.ts",
		"app/lib/db/read.server.ts",
		"app/lib/db/commit.server.ts",
		"app/lib/accounts/reset-password.server.ts",
	];
	const wrong = inApp.filter(
		(file) =>
			isSource(file) && /\.batch\(/.test(readFileSync(inProject(file), "utf8")) && !batches.includes(file),
	);
	expect(wrong).toEqual([]);
});

test("no files import each other in a circle, types included", () => {
	expect(circlesOf(graph).map((circle) => circle.join(" → "))).toEqual([]);
});

test("a shared component is used by two pages or by the shell", () => {
	const importers = new Map<string, string[]>();
	for (const [from, imports] of graph) {
		for (const to of imports.files) importers.set(to, [...(importers.get(to) ?? []), from]);
	}
	/** Pages that use a component, by themselves or by other components; the shell counts as all of them. */
	const usersOf = (component: string, seen = new Set([component])): string[] =>
		(importers.get(component) ?? []).flatMap((user) => {
			if (isPage(user)) return [pageOf(user)];
			if (!user.startsWith("app/components/")) return ["app/shell"];
			return seen.has(user) ? [] : usersOf(user, seen.add(user));
		});
	const components = inApp.filter((file) => file.startsWith("app/components/") && !file.endsWith(".d.ts"));
	const wrong = components.flatMap((component) => {
		const [user, ...others] = new Set(usersOf(component));
		if (user === undefined) return `${component} is used by no page`;
		return others.length > 0 || user === "app/shell"
			? []
			: `${component} is used by ${user} alone and belongs there`;
	});
	expect(wrong).toEqual([]);
});

test(`no file of app and scripts is longer than ${mostLines} lines`, () => {
	const written = [...inApp, ...filesBelow("scripts")].filter((file) => /\.(tsx?|mjs|css)$/.test(file));
	const wrong = written.flatMap((file) => {
		const lines = readFileSync(inProject(file), "utf8").split("\n").length - 1;
		return lines > mostLines ? `${file} has ${lines} lines` : [];
	});
	expect(wrong).toEqual([]);
});

test(`app itself has at most ${mostOnTheFloor} files`, () => {
	expect(inApp.filter((file) => posix.dirname(file) === "app").length).toBeLessThanOrEqual(mostOnTheFloor);
});
