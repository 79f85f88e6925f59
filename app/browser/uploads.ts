import { hasQueued } from "./queue/queue-memory";
import { sendLeft } from "./queue/queue-sender";
import { improveUploads } from "./uploads/upload-form";

/*
 * The script of the upload page for visitors, and of every other page that they read while a log waits in the browser. For
 * signed-in users React calls `improveUploads` and `QueueNotice` sends.
 */
const form = document.querySelector<HTMLFormElement>("form[data-texts]");
if (form) improveUploads(form);
if (hasQueued()) void sendLeft();
