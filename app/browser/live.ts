import { moveDots } from "./live/move-dots";

/* The script of maps with live positions, for visitors. For signed-in users React calls `moveDots`. */
moveDots();
