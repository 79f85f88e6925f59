/** Bytes of the files that organisers send with one form. The browser divides more among several requests. */
export const largestSending = 20_000_000;
/** Files of one form, and of one ZIP archive. */
export const mostSentFiles = 100;

/** The page where an organiser says whose they are. */
export const manyLogsPath = "/admin/logs";
