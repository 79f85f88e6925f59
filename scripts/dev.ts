import { timed } from "./lib/timed.mjs";
import { whenStopped } from "./lib/when-stopped";
import { banner, clockInWords } from "./local/banner";
import { prepareStart } from "./local/prepare-start";
import { startVite } from "./local/vite-server";

/* `npm run dev`: the site on this machine while its sources change. A page that is asked for again shows what was saved. */

console.log("Preparing the databases …");
const { port, clock, setting, beginning, newest } = await prepareStart(async () => undefined);

console.log("Starting the server …");
const server = await timed("server", () => startVite(port, setting));
console.log(
	banner({ port, time: clockInWords(clock, beginning), hasDemo: beginning !== null, newest }, "npm run dev"),
);
whenStopped(async () => {
	await server.stop();
	process.exit(0);
});
