import { z } from "zod";
import { waited } from "~/lib/days/statuses/status-schema";
import { secondsOf } from "~/lib/editions/clock-times";
import {
	choiceOf,
	complaints,
	flag,
	idField,
	optionalLine,
	optionalNumber,
	optionalText,
	optionalWholeNumber,
	requiredLine,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { longestPosition, readPosition } from "~/lib/maps/read-position";
import { outlandingStandings, outlandingStates, pilotConditions } from "~db/enums";

/** The farthest that a field may be from a known place, in kilometres. */
const farthest = 300;

/** A report gives its place by coordinates, by a known point with bearing and distance, by the field of another pilot, or in words. */
export const outlandingSchema = z
	.object({
		/** Ids of the entry and of the day. */
		pilot: idField,
		day: idField,
		position: optionalLine(longestPosition).refine((text) => text === null || readPosition(text) !== null, {
			error: "form.field.position",
		}),
		/** Name of a waypoint. */
		point: optionalLine(limits.name),
		/** Bearing in degrees, and distance in kilometres from the point. */
		bearing: optionalWholeNumber(0, 360),
		distance: optionalNumber(0, farthest),
		/** Id of another report. */
		sameAs: optionalLine(limits.name),
		place: optionalLine(limits.reason),
		condition: choiceOf(pilotConditions),
		phone: optionalLine(limits.phone),
		crewOnWay: flag,
		waited,
		note: optionalText(limits.reason),
	})
	.superRefine(({ position, point, sameAs, place, bearing, distance }, check) => {
		const needsPoint = bearing !== null || distance !== null;
		if (needsPoint && !point)
			check.addIssue({ code: "custom", path: ["point"], message: complaints.required });
		else if (!(position || point || sameAs || place))
			check.addIssue({ code: "custom", path: ["position"], message: "outlanding.placeMissing" });
	});

export type OutlandingInput = z.infer<typeof outlandingSchema>;

/** What the desk does with a report. */
export const outlandingStateSchema = z.object({
	id: idField,
	state: choiceOf(outlandingStates),
	seen: choiceOf(outlandingStates),
	waited,
});

/** What the desk decides about a report that it has seen. */
export const outlandingDecisionSchema = z.object({
	id: idField,
	/** Absent in a tap that has waited since before the form had it. */
	seen: choiceOf(outlandingStandings).default("proposed"),
	waited,
});

/** A position of somebody who is missing, its local time on the day, and who or what reports it. */
export const positionSchema = z.object({
	position: requiredLine(longestPosition).refine((text) => text === "" || readPosition(text) !== null, {
		error: "form.field.position",
	}),
	time: requiredLine(8).refine((text) => text === "" || secondsOf(text) !== null, {
		error: complaints.choice,
	}),
	source: requiredLine(limits.reason),
});
