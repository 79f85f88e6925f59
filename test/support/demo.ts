import { newestEdition } from "~editions/index";
import { demoOf } from "../../scripts/demo/demo-of";

/** The demo of the newest edition. It takes a second to make, so test files share it. */
export const demo = demoOf(newestEdition, { passwordHash: "hash of the demo password", flying: true });
