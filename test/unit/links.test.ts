import { expect, test } from "vitest";
import { parseTaskUrl, trackingMenu } from "~/lib/days/tracking-menu";
import type { TrackingEntry } from "~/lib/days/tracking-queries.server";
import { mapViewer } from "~/routes/results/map-viewer-address";

const tracking = {
	singleTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}",
	combinedTemplate: "https://glideandseek.com/?taskOneUrl={taskOneUrl}&taskTwoUrl={taskTwoUrl}",
	hubUrl: "https://example.com/tracking",
};

function entry(className: string, taskUrl: string): TrackingEntry {
	return { id: className, className, taskUrl, classType: "club", dayName: "Den 1" };
}

test("a class has a link with the encoded address of its task", () => {
	const { links, combinedUrl } = trackingMenu([entry("Klub", "https://example.com/t?a=1&b=č")], tracking);
	expect(links.map(({ url }) => url)).toEqual([
		"https://glideandseek.com/?taskOneUrl=https%3A%2F%2Fexample.com%2Ft%3Fa%3D1%26b%3D%25C4%258D",
	]);
	expect(combinedUrl).toBeNull();
});

test("two entries have a combined link in the order of class names", () => {
	const entries = [entry("Kombi", "https://example.com/2"), entry("Klub", "https://example.com/1")];
	const { links, combinedUrl } = trackingMenu(entries, tracking);
	expect(links.map(({ className }) => className)).toEqual(["Kombi", "Klub"]);
	expect(combinedUrl).toBe(
		"https://glideandseek.com/?taskOneUrl=https%3A%2F%2Fexample.com%2F1&taskTwoUrl=https%3A%2F%2Fexample.com%2F2",
	);
});

test("three entries or none have no combined link", () => {
	const entries = ["A", "B", "C"].map((name) => entry(name, `https://example.com/${name}`));
	expect(trackingMenu(entries, tracking).combinedUrl).toBeNull();
	expect(trackingMenu([], tracking)).toEqual({ links: [], combinedUrl: null, hubUrl: tracking.hubUrl });
});

test("a placeholder inside a task address is not filled in", () => {
	const entries = [entry("A", "https://example.com/{taskTwoUrl}"), entry("B", "https://example.com/b")];
	expect(trackingMenu(entries, tracking).combinedUrl?.match(/example\.com%2Fb/g)).toHaveLength(1);
});

test("an entry with an address that must not be linked is left out", () => {
	expect(trackingMenu([entry("A", "javascript:alert(1)")], tracking).links).toEqual([]);
});

test.each([
	[" https://example.com/task.tsk ", "https://example.com/task.tsk"],
	["http://example.com", "http://example.com/"],
	["ftp://example.com/", null],
	["javascript:alert(1)", null],
	["//example.com/", null],
	["https://user:pass@example.com/", null],
	["", null],
	[`https://example.com/${"x".repeat(2000)}`, null],
])("the task address %j is read as %j", (text, address) => {
	expect(parseTaskUrl(text)).toBe(address);
});

test("the map viewer waits for a flight, complains without a contest, and shows a flight", () => {
	const template = "https://www.soaringspot.com/cs/download-contest-flight/{contestId}-{flightId}";
	expect(mapViewer(template, 3190, null)).toBeNull();
	expect(mapViewer(template, null, null)).toBeNull();
	expect(mapViewer(template, null, 7)).toEqual({ state: "noContest" });
	expect(mapViewer(template, 3190, 10_541_334_728)).toEqual({
		state: "flight",
		url: "https://www.soaringspot.com/cs/download-contest-flight/3190-10541334728",
	});
});
