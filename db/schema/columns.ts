import { integer, text } from "drizzle-orm/sqlite-core";

/** Opaque text made by the application. */
export function id() {
	return text("id").primaryKey();
}

/** UTC milliseconds. */
export function instant(name: string) {
	return integer(name, { mode: "timestamp_ms" });
}

export function flag(name: string) {
	return integer(name, { mode: "boolean" });
}
