import { newestEdition } from "~editions/index";
import { demoOf } from "../../scripts/demo/demo-of";

/** The demo of the newest edition. It takes seconds to make: of the unit tests, one file asks for it. */
export const demo = demoOf(newestEdition, { passwordHash: "hash of the demo password", flying: true });
