import { expect, test } from "vitest";
import { classScoring, noBriefing, noRules } from "~/lib/tasks/task-content";
import { formValues, settingsOfForm, taskFormSchema } from "~/lib/tasks/task-form-schema";

const stored = {
	rules: {
		...noRules,
		startAltitudeM: 1_500.5,
		startSpeedKmh: 172.5,
		pev: { waitS: 90, windowS: null, presses: 3 },
		logDeadlineS: 2_730,
	},
	scoring: classScoring("club", []),
	briefing: { ...noBriefing, qnhHpa: 1_013.25 },
	revision: 1,
};

/** As a browser sends what the form shows. */
const sent = (values: Readonly<Record<string, unknown>>) =>
	settingsOfForm(taskFormSchema.parse({ ...formValues(stored), ...values }), true);

test("the form keeps what the API stores: decimals, and a window without an end", () => {
	const { rules, briefing } = stored;
	expect(sent({})).toMatchObject({ rules, briefing });
	expect(sent({ startSpeedKmh: "170,5", pevWindowMin: "8" })).toMatchObject({
		rules: { startSpeedKmh: 170.5, pev: { waitS: 90, windowS: 480 } },
	});
});
