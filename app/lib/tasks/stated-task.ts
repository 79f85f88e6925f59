import type { z } from "zod";
import type { Zone } from "~db/schema";
import type { FoundTask } from "./files/found-task";
import type { fileTaskSchema, zoneJson } from "./task-schema";

type WholeZone = {
	readonly [K in keyof z.infer<typeof zoneJson>]-?: Exclude<z.infer<typeof zoneJson>[K], undefined>;
} & Pick<Zone, "style">;

/** A zone with every key; sizes that its shape does not have are null. */
export function toZoneJson(zone: Zone): WholeZone {
	return {
		shape: zone.shape,
		style: zone.style,
		lengthM: "lengthM" in zone ? zone.lengthM : null,
		radiusM: "radiusM" in zone ? zone.radiusM : null,
		innerRadiusM: "innerRadiusM" in zone ? zone.innerRadiusM : null,
		angleDeg: "angleDeg" in zone ? zone.angleDeg : null,
		axisDeg: zone.axisDeg,
	};
}

/** A task of a file as a client would state it, with what it does not keep. */
export function statedTask(task: FoundTask): z.input<typeof fileTaskSchema> {
	const { kind, taskTimeS, points, rules, subtractFinishRadius, unkept } = task;
	return {
		kind,
		taskTimeS,
		points: points.map(({ zone, ...point }) => ({ ...point, zone: toZoneJson(zone) })),
		rules,
		unkept: [...unkept],
		...(subtractFinishRadius === null ? {} : { scoring: { subtractFinishRadius } }),
	};
}
