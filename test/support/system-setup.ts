import { watchOutputOfFile } from "./worker-output";

// Runs before each file, in a process that has run other files before.
watchOutputOfFile();
