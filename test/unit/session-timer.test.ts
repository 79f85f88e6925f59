import { afterEach, expect, test, vi } from "vitest";
import { SessionTimer } from "~/shell/session-timer";

vi.mock("react", () => ({ useEffect: (run: () => void) => run() }));

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("a session is logged out when it ends, also where the clock was set back meanwhile", () => {
	vi.useFakeTimers();
	const assign = vi.fn();
	vi.stubGlobal("window", { location: { assign } });
	vi.stubGlobal("location", { pathname: "/news" });
	const documentElement = { dataset: {} };
	vi.stubGlobal("document", { addEventListener: () => {}, dispatchEvent: () => true, documentElement });
	SessionTimer({ secondsLeft: 60 });
	vi.setSystemTime(Date.now() - 10_000);
	vi.advanceTimersByTime(60_000);
	expect(assign).not.toHaveBeenCalled();
	vi.advanceTimersByTime(10_000);
	expect(assign.mock.calls).toEqual([["/logout?forced"]]);
});
