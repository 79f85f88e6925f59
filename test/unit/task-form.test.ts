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
function sent(values: Readonly<Record<string, unknown>>, shown: Parameters<typeof formValues>[0] = stored) {
	const texts = Object.entries({ ...formValues(shown), ...values }).flatMap(([name, value]) =>
		value === null || value === false ? [] : [[name, String(value)]],
	);
	return settingsOfForm(taskFormSchema.parse(Object.fromEntries(texts)), true);
}

test("the form keeps what the API stores: decimals, and a window without an end", () => {
	const { rules, briefing } = stored;
	expect(sent({})).toMatchObject({ rules, briefing });
	expect(sent({ startSpeedKmh: "170,5", pevWindowMin: "8" })).toMatchObject({
		rules: { startSpeedKmh: 170.5, pev: { waitS: 90, windowS: 480 } },
	});
	for (const seconds of [1, 59, 500, 2_500, 86_399]) {
		const rules = {
			...stored.rules,
			pev: { waitS: seconds, windowS: seconds, presses: 3 },
			logDeadlineS: seconds,
		};
		expect(sent({}, { ...stored, rules })).toMatchObject({ rules });
	}
});
