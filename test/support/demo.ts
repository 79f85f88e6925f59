import { newestEdition } from "~editions/index";
import { demosOf } from "../../scripts/demo/demo-of";

/** The demo of the newest edition as of a clock. */
export const demoAsOf = demosOf(newestEdition(), { passwordHash: "hash of the demo password", flying: true });

/** As of its own clock. It takes seconds to make: of the unit tests, two files ask for it. */
export const demo = demoAsOf();
