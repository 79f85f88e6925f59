import { expect, test, vi } from "vitest";
import { storedItems } from "~/browser/queue/queue-store";

test("a store that could not be opened is opened anew by the next one who asks", async () => {
	const settled = (values: object, event: "onsuccess" | "onerror") => {
		const request: Record<string, unknown> = { ...values };
		queueMicrotask(() => (request[event] as () => void)());
		return request;
	};
	const items = [{ key: "a" }];
	const store = { getAll: () => settled({ result: items }, "onsuccess") };
	const database = { transaction: () => ({ objectStore: () => store }) };
	const open = vi
		.fn()
		.mockImplementationOnce(() => settled({ error: new Error("the disk is full") }, "onerror"))
		.mockImplementation(() => settled({ result: database }, "onsuccess"));
	vi.stubGlobal("indexedDB", { open });
	vi.stubGlobal("BroadcastChannel", class {});
	await expect(storedItems()).rejects.toThrow("the disk is full");
	expect(await storedItems()).toEqual(items);
	expect(await storedItems()).toEqual(items);
	expect(open).toHaveBeenCalledTimes(2);
	vi.unstubAllGlobals();
});
