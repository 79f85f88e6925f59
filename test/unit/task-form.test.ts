import { expect, test } from "vitest";
import { taskDefaultsOf } from "~/lib/editions/classes";
import { classScoring, noBriefing, noRules } from "~/lib/tasks/task-defaults";
import { formValues, settingsOfForm, taskFormSchema } from "~/lib/tasks/task-form-schema";
import { testEdition } from "~test/support/test-edition";

const stored = {
	rules: {
		...noRules,
		startAltitudeM: 1_500.5,
		startSpeedKmh: 172.5,
		pev: { waitS: 90, windowS: null, presses: 3 },
		logDeadlineS: 2_730,
	},
	scoring: classScoring(taskDefaultsOf(testEdition, "club").scoring, []),
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

test("the form shows a time as its hint asks for it, and seconds only where there are some", () => {
	const rules = { ...stored.rules, startOpens: "12:00:00", finishCloses: "19:30:15" };
	const briefing = { ...stored.briefing, gridTime: "10:30:00", firstLaunch: null };
	const shown = { ...stored, rules, briefing };
	expect(formValues(shown)).toMatchObject({
		startOpens: "12:00",
		finishCloses: "19:30:15",
		gridTime: "10:30",
		firstLaunch: null,
	});
	expect(sent({}, shown)).toMatchObject({ rules, briefing });
});
