import type { LiveRefresh } from "~/components/refresh/refresh-bar";
import type { Phase } from "~/lib/editions/phase";
import { AfterSeasonNow } from "./after-season";
import type { AfterSeason } from "./after-season.server";
import { BeforeSeasonNow } from "./before-season";
import type { BeforeSeason } from "./before-season.server";
import { FlyingDayNow } from "./flying-day";
import type { FlyingDay } from "./flying-day.server";

interface HomeNowProps {
	readonly now: BeforeSeason | FlyingDay | AfterSeason;
	readonly phase: Phase;
	readonly hasEntry: boolean;
	readonly live: LiveRefresh | undefined;
}

/** What is going on, made for the phase of the competition. */
export function HomeNow({ now, phase, hasEntry, live }: HomeNowProps) {
	switch (now.kind) {
		case "before":
			return <BeforeSeasonNow now={now} isSignupOpen={phase === "open"} hasEntry={hasEntry} />;
		case "flying":
			return <FlyingDayNow now={now} live={live} />;
		case "after":
			return <AfterSeasonNow now={now} />;
	}
}
