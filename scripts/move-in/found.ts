/** A document of a dump. */
export interface Found {
	/** As `bson` reads it: references are `ObjectId`, times `Date`. */
	readonly document: Readonly<Record<string, unknown>>;
	/** Where it stands in its file, for complaints: "line 12", "byte 4096". */
	readonly place: string;
}

/** The most that MongoDB allows in a document is 16 MiB of BSON. As extended JSON it may take several times as many characters. */
export const largestBson = 16 * 1024 * 1024 + 16 * 1024;
export const longestJson = 6 * largestBson;
