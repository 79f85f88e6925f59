import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** Whether this is `npm run test:soak`. */
		soak: boolean;
	}
}

/** How many times to do what is the surer the more often it is done: all in a soak, a tenth in `npm test`. */
export const scaled = (size: number) => (inject("soak") ? size : Math.ceil(size / 10));
