import { strFromU8, strToU8 } from "fflate";
import { expect, test } from "vitest";
import { unpackCupx } from "~/lib/tasks/files/unpack-cupx";
import { cupxOf, glued, zipOf } from "../support/cupx";
import { noise, statingZip } from "../support/zips";

const cup = "name,code,country,lat,lon,elev,style\nSever,T1,CZ,5000.000N,01600.000E,400m,1\n";
const most = 10_000;

type Bytes = Uint8Array<ArrayBuffer>;

async function cupIn(bytes: Bytes): Promise<string> {
	const unpacked = await unpackCupx(bytes, most);
	return unpacked.ok ? strFromU8(unpacked.bytes) : unpacked.complaint;
}

const pictures = zipOf({ "pics/1.jpg": [noise(5_000), { level: 0 }] });

test.each<[string, Bytes]>([
	["pictures and waypoints", cupxOf(cup)],
	["a name in small letters", cupxOf(cup, "Points.cup")],
	["a folder around it", cupxOf(cup, "data/POINTS.CUP")],
	["no pictures", zipOf({ "POINTS.CUP": strToU8(cup) })],
	["three archives", glued(pictures, pictures, zipOf({ "POINTS.CUP": [strToU8(cup), { level: 0 }] }))],
	[
		"something else before them",
		glued(strToU8("PK\u0003\u0004 not a record"), zipOf({ "POINTS.CUP": strToU8(cup) })),
	],
	["no archive at all", strToU8(cup) as Bytes],
])("the waypoints come out of a .cupx with %s", async (_what, bytes) => {
	expect(await cupIn(bytes)).toBe(cup);
});

const whole = cupxOf(cup);
const nested = glued(pictures, zipOf({ "inner.zip": zipOf({ "POINTS.CUP": strToU8(cup) }) }));
const files = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`${index}.cup`, strToU8(cup)]));

test.each<[string, Bytes, string]>([
	["is cut at its end", whole.slice(0, -30), "broken"],
	["is cut in its waypoints", whole.slice(0, 3_200), "broken"],
	["is cut at its beginning", glued(strToU8("PK\u0003\u0004"), whole.slice(3_200)), "broken"],
	[
		"has the archives the other way round",
		glued(zipOf({ "POINTS.CUP": strToU8(cup) }), pictures),
		"noPoints",
	],
	["has waypoints in an archive of their own", nested, "noPoints"],
	["has another name for them", cupxOf(cup, "WAYPOINTS.CUP"), "noPoints"],
	["is empty", zipOf({}), "noPoints"],
	["unpacks to a thousand times its size", cupxOf(" ".repeat(5_000_000)), "packedTooLarge"],
	[
		"unpacks to more than fits",
		glued(pictures, zipOf({ "POINTS.CUP": [noise(most + 1), { level: 0 }] })),
		"packedTooLarge",
	],
	[
		"states less than it has",
		statingZip({ "POINTS.CUP": strToU8(`${cup}${" ".repeat(20_000)}`) }, () => ({ size: 100 })),
		"packedTooLarge",
	],
	[
		"has more files than an archive may have",
		zipOf({ ...files, "POINTS.CUP": strToU8(cup) }),
		"packedTooLarge",
	],
])("a .cupx that %s is refused in words", async (_what, bytes, complaint) => {
	expect(await cupIn(bytes)).toBe(`task.file.${complaint}`);
});
