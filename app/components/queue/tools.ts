/* What pages load of the queue when they need it: what it shows, and what sends. */
export { sendDirectly, sendTap, sendTyped } from "~/browser/queue/send-form";
export { QueueNotice } from "./queue-notice";
export { WaitingNote } from "./waiting-note";
