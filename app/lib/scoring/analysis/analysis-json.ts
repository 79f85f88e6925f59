import { z } from "zod";
import type { FlightAnalysis, FlownStretch } from "~db/schema";
import type { AnalysesOfEntry } from "./analyses-queries.server";

const stretchJson = z.object({
	timeS: z.int(),
	flownM: z.int(),
	heightsM: z.object({ from: z.int(), to: z.int() }),
	climbs: z.object({ number: z.int(), timeS: z.int(), gainM: z.int() }),
	attempts: z.object({ number: z.int(), timeS: z.int(), lossM: z.int() }),
	glides: z.object({ timeS: z.int(), distanceM: z.int(), lossM: z.int() }),
	withoutFixesS: z.int(),
});

/** The analyses of an entry's flights on a day. */
export const analysesJson = z.object({
	pilot: z.string(),
	flights: z.array(
		z.object({
			_id: z.string(),
			version: z.string(),
			sparse: z.boolean(),
			from: z.iso.datetime(),
			to: z.iso.datetime(),
			legs: z.array(
				stretchJson.extend({
					point: z.int(),
					complete: z.boolean(),
					from: z.iso.datetime(),
					to: z.iso.datetime(),
					creditedM: z.int(),
					detour: z.number().nullable(),
				}),
			),
			climbs: z.array(
				z.object({
					from: z.iso.datetime(),
					to: z.iso.datetime(),
					gainM: z.int(),
					rate: z.number(),
					best30s: z.number(),
					turns: z.enum(["left", "right", "both"]),
					latitude: z.number(),
					longitude: z.number(),
					drift: z.object({ kmh: z.number(), toDeg: z.int() }),
				}),
			),
			whole: stretchJson.extend({
				bestThird: z.number().nullable(),
				lowestM: z.int(),
				highestM: z.int(),
			}),
			winds: z.array(
				z.object({
					part: z.enum(["all", "heights", "hour"]),
					heightsM: z.object({ from: z.int(), to: z.int() }).nullable(),
					hour: z.iso.datetime().nullable(),
					kmh: z.number(),
					fromDeg: z.int(),
					circles: z.int(),
				}),
			),
		}),
	),
});

const isoOf = (moment: number) => new Date(moment).toISOString();

export function toAnalysesJson({ registrationId, flights }: AnalysesOfEntry): z.infer<typeof analysesJson> {
	return {
		pilot: registrationId,
		flights: flights.map(({ id, analysis }) => ({ _id: id, ...toAnalysisJson(analysis) })),
	};
}

function toAnalysisJson({ version, isSparse, from, to, legs, climbs, whole, winds }: FlightAnalysis) {
	const { bestThird, lowestM, highestM } = whole;
	return {
		version,
		sparse: isSparse,
		from: isoOf(from),
		to: isoOf(to),
		legs: legs.map((leg) => ({
			point: leg.point,
			complete: leg.isComplete,
			from: isoOf(leg.from),
			to: isoOf(leg.to),
			creditedM: leg.creditedM,
			detour: leg.detour,
			...toStretchJson(leg),
		})),
		climbs: climbs.map(({ gainM, rate, best, turns, latitude, longitude, driftKmh, driftDeg, ...time }) => ({
			from: isoOf(time.from),
			to: isoOf(time.to),
			gainM,
			rate,
			best30s: best,
			turns,
			latitude,
			longitude,
			drift: { kmh: driftKmh, toDeg: driftDeg },
		})),
		whole: { ...toStretchJson(whole), bestThird, lowestM, highestM },
		winds: winds.map(({ part, kmh, fromDeg, circles, ...span }) => ({
			part,
			heightsM: part === "hour" ? null : { from: span.from, to: span.to },
			hour: part === "hour" ? isoOf(span.from) : null,
			kmh,
			fromDeg,
			circles,
		})),
	};
}

function toStretchJson(flown: FlownStretch): z.infer<typeof stretchJson> {
	return {
		timeS: flown.timeS,
		flownM: flown.flownM,
		heightsM: { from: flown.fromHeightM, to: flown.toHeightM },
		climbs: { number: flown.climbs, timeS: flown.climbS, gainM: flown.gainM },
		attempts: { number: flown.attempts, timeS: flown.attemptS, lossM: flown.attemptLossM },
		glides: { timeS: flown.glideS, distanceM: flown.glideM, lossM: flown.glideLossM },
		withoutFixesS: flown.gapS,
	};
}
