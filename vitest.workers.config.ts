import { mkdirSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vitest/config";
import { testAlias } from "./test/support/alias";
import { testBindings, testDatabases } from "./test/support/bindings";
import { future } from "./vite.config";
import { common } from "./vitest.config";

/** The style sheet and the small scripts are addressed, never run, on the server: their address is enough. */
const addressOnly: Plugin = {
	name: "address-only",
	enforce: "pre",
	resolveId: (id) => (/\?(worker&)?url$/.test(id) ? `\0address:${id}` : null),
	load: (id) => (id.startsWith("\0address:") ? `export default "/assets/test"` : null),
};

// The Worker's configuration names the folder of static files; it need not have been built.
mkdirSync("build/client", { recursive: true });

/** React as it is deployed: its development build only makes every page slower. */
const deployedReact: Plugin = {
	name: "deployed-react",
	enforce: "post",
	config: () => ({ esbuild: { jsxDev: false } }),
};

// The pages of test/gallery are tested, too; see app/routes.ts.
process.env.GALLERY = "on";

/** Tests that run in workerd, most of them through the whole Worker. */
export default defineConfig({
	plugins: [
		addressOnly,
		remix({ future }),
		deployedReact,
		cloudflareTest(async () => ({
			main: "./server.ts",
			wrangler: { configPath: "./wrangler.toml" },
			miniflare: {
				d1Databases: testDatabases,
				bindings: {
					...testBindings,
					// For React.
					NODE_ENV: "production",
					TEST_MIGRATIONS: await readD1Migrations("./db/migrations"),
				},
			},
		})),
	],
	cacheDir: ".cache/vite",
	resolve: { alias: testAlias },
	test: {
		...common,
		name: "workers",
		include: ["test/{integration,permissions}/**/*.test.ts"],
		globalSetup: ["test/support/global-setup.ts"],
		setupFiles: ["test/support/setup.ts"],
		// The files of a runner share one workerd, which the setup empties between them.
		isolate: false,
		deps: {
			optimizer: {
				ssr: {
					enabled: true,
					include: ["@remix-run/cloudflare", "@remix-run/server-runtime", "@remix-run/react"],
				},
			},
		},
	},
});
