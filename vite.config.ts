import { copyFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup, type SSROptions, transformWithEsbuild } from "vite";

import { lastCommit } from "./scripts/lib/last-commit";

declare module "@remix-run/cloudflare" {
	interface Future {
		v3_singleFetch: true;
	}
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The short names of the source folders; tsconfig.json holds the same. */
export const alias = {
	"~": path("./app"),
	"~db": path("./db"),
	"~editions": path("./editions"),
	"~locales": path("./locales"),
	"~test": path("./test"),
};

/** Makes the Worker itself the entry of the server build, so that no module is bundled twice. */
export const workerEntry = (input: string): Plugin => ({
	name: "worker-entry",
	config: (_, { isSsrBuild }) => (isSsrBuild ? { build: { rollupOptions: { input } } } : {}),
});

/**
 * A quarter of the Worker are spaces and names. As settings of the build, this and the map would reach the scripts of pages, which the
 * build of the Worker has to name as that of the browser does.
 */
function smallerWorker(): Plugin {
	let settings: { readonly build: object };
	return {
		name: "smaller-worker",
		apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
		config: () => ({ environments: { ssr: { build: { sourcemap: true } } } }),
		configResolved(config) {
			settings = config;
		},
		// Between the two, Vite makes the scripts of pages, by the same settings.
		buildStart() {
			Object.assign(settings.build, { sourcemap: false });
		},
		renderStart() {
			Object.assign(settings.build, { sourcemap: true });
		},
		renderChunk: {
			order: "post",
			handler: (code, { fileName }) =>
				transformWithEsbuild(code, fileName, { minify: true, sourcemap: true }),
		},
	};
}

/**
 * The mail client can render React components where a package of its own is installed. Ours is not, and bundled
 * into one file the stand-in for a missing package would stop the Worker at its start.
 */
const withoutReactEmail: Plugin = {
	name: "without-react-email",
	enforce: "pre",
	resolveId: (id) => (id === "@react-email/render" ? "\0without-react-email" : null),
	load: (id) => (id === "\0without-react-email" ? "export {}" : null),
};

/**
 * Compiled code and bytes stay files beside the Worker, which asks for them when it needs them: workerd compiles no code that comes as
 * data.
 */
const besideWorker: Plugin = {
	name: "beside-worker",
	enforce: "pre",
	apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
	async resolveId(source, importer) {
		// A module of the platform.
		if (source.startsWith("cloudflare:")) return { id: source, external: true };
		if (!/\.(wasm|bin)$/.test(source)) return null;
		const found = await this.resolve(source, importer, { skipSelf: true });
		if (!found) return null;
		besides.add(found.id);
		return { id: `./${basename(found.id)}`, external: true };
	},
	writeBundle({ dir = "" }) {
		for (const file of besides) copyFileSync(file, join(dir, basename(file)));
	},
};
const besides = new Set<string>();

/** Every future flag there is: what is left of Remix 2 is what React Router 7 does as well. */
export const future = {
	v3_fetcherPersist: true,
	v3_lazyRouteDiscovery: true,
	v3_relativeSplatPath: true,
	v3_routeConfig: true,
	v3_singleFetch: true,
	v3_throwAbortReason: true,
} as const;

/** Where hydration begins: a file of its own, which imports the two. */
const entry = "entry.client.tsx";

/** What every hydrated page loads: the entry, the root, and what almost every page writes numbers and dates and orders names by. */
const everywhere = [
	entry,
	"root.tsx",
	"lib/i18n/collate.ts",
	"lib/i18n/format-dates.ts",
	"lib/i18n/format-number.ts",
];

/** What almost every page with a map loads, in files of some hundred bytes each. */
const ofMaps = [
	"components/live/live-layer.tsx",
	"components/live/passing-words.tsx",
	"components/map/map-view.tsx",
	"components/tasks/task-layer.tsx",
	"lib/live/passing-words.ts",
	"lib/maps/geodesy.ts",
	"lib/tasks/task-summary.ts",
].map((module) => path(`./app/${module}`));

/** The modules of `everywhere`, and those that they import. */
const loadedEverywhere = new Set<string>();

/**
 * In two files, ours and the libraries, what every hydrated page loads takes some 6 kB less than in the twenty into which Rollup cuts
 * it by what the routes share. What maps need is a third file.
 */
const chunkOf: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
	const visit = (module: string) => {
		if (loadedEverywhere.has(module)) return;
		loadedEverywhere.add(module);
		for (const imported of getModuleInfo(module)?.importedIds ?? []) visit(imported);
	};
	if (loadedEverywhere.size === 0) for (const module of everywhere) visit(path(`./app/${module}`));
	if (ofMaps.includes(id)) return "maps";
	if (!loadedEverywhere.has(id) || id === path(`./app/${entry}`)) return null;
	return id.startsWith(path("./app/")) ? "shell" : "libraries";
};

const fewerScripts: Plugin = {
	name: "fewer-scripts",
	config: (_, { isSsrBuild }) =>
		isSsrBuild ? {} : { build: { rollupOptions: { output: { manualChunks: chunkOf } } } },
};

/** The files of texts are written for people: without their spaces each takes 0.2 kB less. */
const textsWithoutSpaces: Plugin = {
	name: "texts-without-spaces",
	apply: "build",
	generateBundle(_, bundle) {
		for (const file of Object.values(bundle))
			if (file.type === "asset" && file.fileName.endsWith(".json"))
				file.source = JSON.stringify(JSON.parse(Buffer.from(file.source).toString()));
	},
};

/** One file that workerd runs. */
export const forWorker: SSROptions = {
	target: "webworker",
	noExternal: true,
	resolve: { conditions: ["workerd", "worker", "browser", "module", "import", "default"] },
};

/** React looks for its developer tools, which takes 0.4 kB on every hydrated page. */
const withoutDeveloperTools = { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" };

/** The commit of a build, as app/lib/built-from.ts reads it. */
function commitForSources() {
	const { commit, committedAt } = lastCommit();
	return {
		"import.meta.env.COMMIT": JSON.stringify(commit),
		"import.meta.env.COMMITTED_AT": JSON.stringify(committedAt),
	};
}

export default defineConfig(({ command }) => ({
	plugins: [
		withoutReactEmail,
		besideWorker,
		tailwindcss(),
		remix({ future, buildDirectory: process.env.BUILD_FOLDER ?? "build" }),
		workerEntry("./server.ts"),
		smallerWorker(),
		fewerScripts,
		textsWithoutSpaces,
	],
	cacheDir: ".cache/vite",
	resolve: { alias },
	// In development Node runs the Worker, and loads packages by itself; see scripts/local/vite-worker.ts.
	...(command === "build" && { ssr: forWorker }),
	define: { ...(command === "build" && withoutDeveloperTools), ...commitForSources() },
	build: { target: "es2022", assetsInlineLimit: 0 },
}));
