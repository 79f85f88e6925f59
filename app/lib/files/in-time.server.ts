/** How long the bucket may take for one object, in milliseconds; 10 MB take a second or two. */
export const storagePatience = 20_000;

/**
 * Waits for the bucket no longer than anybody would look at a form that does not answer.
 * @param patience milliseconds
 * @throws Error when it takes too long; what it does later is for the sweeper to find
 */
export async function inTime<T>(work: Promise<T>, patience = storagePatience): Promise<T> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error("The bucket does not answer in time")), patience);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
