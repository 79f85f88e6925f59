import { startReplay } from "./replay/stage";

/* The script of the replay for visitors. For signed-in users React calls `startReplay`. */
const stage = document.querySelector<HTMLElement>("[data-replay]");
if (stage) void startReplay(stage);
