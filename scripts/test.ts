import { leaveNothing } from "./lib/leave-nothing";
import { wholeRun } from "./lib/whole-run";

/* `npm test`: every check there is, what failed, and how many of them passed. */

await leaveNothing(async () => {
	const { failures } = await wholeRun();
	process.exitCode = failures.length === 0 ? 0 : 1;
});
