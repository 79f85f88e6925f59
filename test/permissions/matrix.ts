import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import type { Row } from "./row";

/** A row, and the id of the route that answers it; for a call of the API its path. */
export interface MatrixRow extends Row {
	readonly route: string;
}

/** Those of a build, or of what the browser knows about it. */
type Routes = Readonly<Record<string, KnownRoute>>;
type KnownRoute = Pick<ServerBuild["routes"][string], "id" | "parentId" | "path" | "index">;

const files = import.meta.glob<{ rows: readonly Row[] }>("./*.rows.ts", { eager: true });

/** What every area asks for, from a file of its own. */
export function matrixOf(routes: Routes): MatrixRow[] {
	const tree = treeOf(routes);
	return Object.values(files)
		.flatMap(({ rows }) => rows)
		.map((row) => {
			const path = row.template.replace(/\?.*/, "").replaceAll(/[{}]/g, "");
			return { ...row, route: matchRoutes(tree, path)?.at(-1)?.route.id ?? "none" };
		});
}

function treeOf(routes: Routes, parent?: string): Parameters<typeof matchRoutes>[0] {
	return Object.values(routes)
		.filter(({ parentId }) => parentId === parent)
		.map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(routes, id) }));
}

/** Ids of the pages that nobody but organisers can read. */
export function organisersPages(routes: Routes): ReadonlySet<string> {
	const reads = matrixOf(routes).filter(({ method }) => method === "GET");
	const isRefused = ({ expected }: Row) => expected.anonymous >= 400 && expected.pilot >= 400;
	const isOfOrganisers = (id: string) => reads.filter(({ route }) => route === id).every(isRefused);
	return new Set(reads.map(({ route }) => route).filter(isOfOrganisers));
}
