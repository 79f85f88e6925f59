/** Bytes of an uploaded file. The log of a long day has up to 4 MB. */
export const largestFile = 10 * 1024 * 1024;
