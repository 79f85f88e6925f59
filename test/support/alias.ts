import { alias } from "../../vite.config";

/** For tests in Node and workerd, which have editions of their own. */
export const testAlias = { "~editions/index": `${alias["~test"]}/support/editions.ts`, ...alias };
