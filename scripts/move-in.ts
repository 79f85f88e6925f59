import { setFlagsFromString } from "node:v8";
import { moveInCommand } from "./move-in/command";

/*
 * `npm run move-in -- <folder> --edition <year> [--files <folder>] [--remote | --data <folder>] [--dry-run] [--organisers] [--into-used]`:
 * takes over an edition of the old site from what mongodump or mongoexport has written. May be repeated.
 */

// A dump is larger than the memory: what was read is given back early, though that takes longer.
setFlagsFromString("--optimize-for-size");

await moveInCommand(process.argv.slice(2), console.log);
