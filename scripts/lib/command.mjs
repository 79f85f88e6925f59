import { spawn } from "node:child_process";
import { projectRoot } from "./paths.mjs";

/**
 * Runs a program in the folder of the project until it ends.
 * @param {string} program
 * @param {readonly string[]} parameters
 * @param {{ quiet?: boolean, asks?: boolean, print?: (text: string) => void, env?: Record<string, string> }} [options] quiet: the
 * output is returned, not shown; asks: it reads what is typed; print: gets the output as it comes, instead of the terminal
 * @returns {Promise<{ code: number, output: string, answer: string }>} exit code and, when quiet or printed, the whole output
 * and the standard output alone, which has no warnings
 */
export function run(program, parameters, { quiet = false, asks = false, print, env = {} } = {}) {
	const stream = quiet || print ? "pipe" : "inherit";
	return new Promise((resolve, reject) => {
		const child = spawn(program, parameters, {
			cwd: projectRoot,
			env: { ...process.env, ...env },
			stdio: [asks ? "inherit" : "ignore", stream, stream],
		});
		let output = "";
		let answer = "";
		child.stdout?.setEncoding("utf8").on("data", (text) => {
			output += text;
			answer += text;
			print?.(text);
		});
		child.stderr?.setEncoding("utf8").on("data", (text) => {
			output += text;
			print?.(text);
		});
		child.on("error", reject);
		child.on("close", (code) => resolve({ code: code ?? 1, output, answer }));
	});
}

/**
 * Runs the command line of an installed package with this Node.js.
 * @param {string} file below node_modules
 * @param {readonly string[]} parameters
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runInstalled(file, parameters, options) {
	return run(process.execPath, [`node_modules/${file}`, ...parameters], options);
}
