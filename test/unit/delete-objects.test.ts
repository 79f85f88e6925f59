import { expect, test } from "vitest";
import { deleteObjects } from "~/lib/files/object-storage.server";

test("the bucket is asked to delete at most 1,000 objects at once, and nothing when there is nothing", async () => {
	const asked: number[] = [];
	const files = { delete: async (keys: string[]) => void asked.push(keys.length) } as unknown as R2Bucket;
	await deleteObjects({ files }, []);
	await deleteObjects(
		{ files },
		Array.from({ length: 2_001 }, (_, index) => String(index)),
	);
	expect(asked).toEqual([1_000, 1_000, 1]);
});
