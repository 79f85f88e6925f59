import { expect, test } from "vitest";
import { qrRows } from "~/lib/qr-code";
import { xctskQrText } from "~/lib/tasks/files/write-xctsk";
import { mostPoints } from "~/lib/tasks/task-defaults";
import type { Task } from "~db/schema";
import { scannedRows } from "../support/camera";
import { randomTasks } from "../support/random-task";

const date = "2026-07-15";

/** As many points as a task may have, with names as long as they may be. */
function longestTask(nameOf: (index: number) => string): Task {
	const [task] = randomTasks("longest", 1);
	const [point] = task?.points ?? [];
	if (!task || !point) throw new Error("a random task has points");
	const zone = { shape: "keyhole", style: "symmetrical", axisDeg: null, ...keyhole } as const;
	const points = Array.from({ length: mostPoints }, (_, index) => ({
		...point,
		name: nameOf(index),
		code: "",
		longitude: 10 + index / 7,
		zone,
	}));
	return { ...task, points };
}

const keyhole = { radiusM: 12_345, innerRadiusM: 1_234, angleDeg: 123 };
const longTasks = [longestTask((index) => `Dlouhý rybník ${index}`), longestTask(() => "ž".repeat(100))];

test("a camera reads the task out of its QR code, however long it is", () => {
	for (const task of [...randomTasks("qr", 6), ...longTasks]) {
		const text = xctskQrText(task, date, 548);
		expect(scannedRows(qrRows(text))).toBe(text);
		expect(JSON.parse(text.slice("XCTSK:".length)).t).toHaveLength(task.points.length);
	}
});
