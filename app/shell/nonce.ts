import { createContext } from "react";

/** The nonce of the page being rendered; browsers hide it, so it is known on the server alone. */
export const NonceContext = createContext<string | undefined>(undefined);
