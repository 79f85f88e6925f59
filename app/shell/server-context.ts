import { createContext } from "react";

interface ServerContextValue {
	/** Lets the inline scripts of a hydrated page run; browsers hide it from scripts. */
	readonly nonce?: string;
	/** Paths that a reading page may prefetch, separated by spaces. */
	readonly prefetch?: string;
}

/** What only the server knows of the page it renders; empty in the browser. */
export const ServerContext = createContext<ServerContextValue>({});
