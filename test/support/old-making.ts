import { ObjectId } from "bson";
import type { Edition } from "~editions/schema";

/* How documents of the site before this one are made: each with an id and times, as its library wrote them. */

export type Doc = Record<string, unknown> & { _id: ObjectId };

export interface OldSiteSize {
	readonly people: number;
	readonly logs: number;
	/** Fixes of each log. */
	readonly fixes: number;
}

export interface Making extends OldSiteSize {
	readonly edition: Edition;
	readonly newId: () => ObjectId;
	readonly made: (fields: Record<string, unknown>) => Doc;
	/** Notes that a document is not as it should be. @param name what is strange about it */
	readonly oddly: <T extends Doc>(name: string, doc: T) => T;
	/** Notes that a document cannot be taken over. @param name what is wrong with it */
	readonly losing: (name: string, doc: Doc) => Doc;
	readonly odd: Record<string, string>;
	readonly lost: Record<string, string>;
	/** Objects of the bucket, by their keys. */
	readonly files: Record<string, Uint8Array>;
}

export function startMaking(edition: Edition, size: OldSiteSize): Making {
	const newId = idMaker(edition.year);
	const odd: Record<string, string> = {};
	const lost: Record<string, string> = {};
	let seconds = Date.UTC(edition.year, 2, 1, 11);
	return {
		...size,
		edition,
		newId,
		odd,
		lost,
		files: {},
		oddly: (name, doc) => {
			odd[name] = doc._id.toHexString();
			return doc;
		},
		losing: (name, doc) => {
			lost[name] = doc._id.toHexString();
			return doc;
		},
		made: (fields) => {
			seconds += 3_600_000;
			const [createdAt, updatedAt] = [new Date(seconds), new Date(seconds + 60_000)];
			return { _id: newId(), ...fields, createdAt, updatedAt, __v: 0 };
		},
	};
}

/** Ids count up, as those of MongoDB do. */
function idMaker(year: number) {
	let last = 0;
	const seconds = Date.UTC(year, 2, 1) / 1000;
	return () => {
		last += 1;
		const [time, count] = [(seconds + last).toString(16), last.toString(16)];
		return new ObjectId(`${time.padStart(8, "0")}a1b2c3d4e5${count.padStart(6, "0")}`);
	};
}

/** What a document says, for another one that says the same. */
export function plain(doc: Doc): Record<string, unknown> {
	const { _id, createdAt, updatedAt, __v, ...fields } = doc;
	return fields;
}
