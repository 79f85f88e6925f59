import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import type { Picture, TaskPictures } from "~/lib/mail/template";
import type { Colour } from "~/lib/maps/raster/palette";
import { encodePng } from "~/lib/maps/raster/png.server";
import { qrRows } from "~/lib/qr-code";
import { xctskQrText } from "../files/write-xctsk";
import { type StoredTask, taskById } from "../tasks-queries.server";
import { paintTask } from "./paint-task.server";

/** Pixels of a module of a QR code. */
const moduleSize = 6;
const blackOnWhite: readonly Colour[] = [
	[255, 255, 255],
	[0, 0, 0],
];

/** Pictures by the id of a task, made once each. Null where they cannot be made: a mail must not wait for its picture. */
export function taskPictures(ctx: Ctx): (id: string) => Promise<TaskPictures | null> {
	const made = new Map<string, Promise<TaskPictures | null>>();
	const make = async (id: string) => {
		try {
			const [row] = await taskById(ctx.db, id);
			return row ? picturesOfTask(row, ctx.edition.airfield.elevation) : null;
		} catch (error) {
			logLine("error", "task-pictures", { requestId: ctx.requestId, taskId: id, ...describeError(error) });
			return null;
		}
	};
	return (id) => {
		const pictures = made.get(id) ?? make(id);
		made.set(id, pictures);
		return pictures;
	};
}

function picturesOfTask(task: StoredTask, fieldM: number): TaskPictures {
	const { width, height, palette, pixels } = paintTask(task.points);
	return {
		map: { width, height, png: encodePng({ width, height, colours: palette.colours, pixels }) },
		code: codePicture(xctskQrText(task, task.date, fieldM)),
	};
}

function codePicture(text: string): Picture {
	const rows = qrRows(text);
	const side = rows.length * moduleSize;
	const pixels = new Uint8Array(side * side);
	for (let y = 0; y < side; y += 1)
		for (const [x, isDark] of (rows[Math.floor(y / moduleSize)] ?? []).entries())
			if (isDark) pixels.fill(1, y * side + x * moduleSize, y * side + (x + 1) * moduleSize);
	return {
		width: side,
		height: side,
		png: encodePng({ width: side, height: side, colours: blackOnWhite, pixels }),
	};
}
