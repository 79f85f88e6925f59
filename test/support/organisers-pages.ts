import type { MatrixRow } from "../permissions/row";

const rows = Object.values(
	import.meta.glob<readonly MatrixRow[]>("../permissions/*.rows.ts", { eager: true, import: "rows" }),
)
	.flat()
	.filter(({ method }) => method === "GET");

const isRefused = ({ expected }: MatrixRow) => expected.anonymous >= 400 && expected.pilot >= 400;

/** Ids of the pages that nobody but organisers can read, as the permission matrix has it. */
export const organisersPages: ReadonlySet<string> = new Set(
	rows.map(({ route }) => route).filter((id) => rows.filter(({ route }) => route === id).every(isRefused)),
);
