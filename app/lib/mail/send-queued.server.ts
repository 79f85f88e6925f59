import type { Ctx } from "../context";

/** Sends what is due in the outbox. */
export async function sendQueuedMail(_ctx: Ctx): Promise<void> {}
