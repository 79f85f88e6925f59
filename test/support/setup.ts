import { emptyStores, migrateOnce } from "./empty-stores";
import { watchLog } from "./log-watch";

// Runs before each file, in a runner that has run other files before.
watchLog();
await migrateOnce();
await emptyStores();
