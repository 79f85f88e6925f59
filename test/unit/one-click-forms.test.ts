import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";

/* A form of one click is sent by a script, which reads nothing anew: a page that does not ask for fresh data goes on showing what was before it. */

const read = (file: string) => readFileSync(inProject(file), "utf8");

test("every page with a form of one click reads its data again after it", () => {
	const folders = filesBelow("app/routes")
		.filter((file) => file.endsWith(".tsx") && read(file).includes('"~/components/queue/action-form"'))
		.map((file) => file.split("/").slice(0, 3).join("/"));
	expect(folders).toContain("app/routes/grid");
	const stale = [...new Set(folders)].filter(
		(folder) => !read(`${folder}/route.tsx`).includes("useFreshData"),
	);
	expect(stale).toEqual([]);
});
