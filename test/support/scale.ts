import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** Whether this is `npm run test:soak`. */
		soak: boolean;
	}
}

/** How often to repeat what is surer the more often it is done: in full in a soak, a tenth of it in `npm test`. */
export const scaled = (size: number) => (inject("soak") ? size : Math.ceil(size / 10));
