/** How the browser of the journeys is started. */
export const browserFlags = [
	"--disable-gpu",
	"--disable-background-networking",
	// No journey looks at pixels: of what a page paints, no more is drawn than fits into a megabyte.
	"--force-gpu-mem-available-mb=1",
	// Without it a process beside each page waits for another site. Contexts have processes of their own all the same.
	"--renderer-process-limit=1",
];
