import { emptyStores } from "./empty-stores";
import { watchLog } from "./log-watch";
import { resetFakeServices } from "./services";

// Runs before each file, in a workerd that has run other files before.
watchLog();
await Promise.all([emptyStores(), resetFakeServices()]);
