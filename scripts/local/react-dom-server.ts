import { createRequire } from "node:module";

/* React renders to a web stream in its build for browsers alone, which is CommonJS: Node loads it by `require`. */

const server: typeof import("react-dom/server") = createRequire(import.meta.url)("react-dom/server.browser");

export const { renderToReadableStream, renderToStaticMarkup } = server;
