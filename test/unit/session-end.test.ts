import { afterEach, expect, test, vi } from "vitest";
import { watchSession } from "~/browser/session-end";

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("a session is logged out when it ends, also where the clock was set back meanwhile", () => {
	vi.useFakeTimers();
	const assign = vi.fn();
	vi.stubGlobal("location", { pathname: "/news", assign });
	const documentElement = { dataset: { sessionSeconds: "60" } };
	vi.stubGlobal("document", { addEventListener: () => {}, forms: [], documentElement });
	watchSession();
	vi.setSystemTime(Date.now() - 10_000);
	vi.advanceTimersByTime(60_000);
	expect(assign).not.toHaveBeenCalled();
	vi.advanceTimersByTime(10_000);
	expect(assign.mock.calls).toEqual([["/logout?forced"]]);
});
