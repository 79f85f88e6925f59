import { decodePolyline } from "./polyline";

/*
 * Reads a task of XCTrack, version 2, as its published description says, with the refusals of a program that follows it: independently
 * of what wrote it.
 */

interface Point {
	readonly name: string;
	readonly latitude: number;
	readonly longitude: number;
	readonly altitudeM: number;
	readonly radiusM: number;
	/** Start or end of what is timed. */
	readonly role: "start" | "end" | null;
}

interface ReadTask {
	readonly points: readonly Point[];
	/** "HH:MM:SS" in UTC. */
	readonly opens: string | null;
	readonly closes: string | null;
	readonly earth: "wgs84" | "sphere";
}

interface Xctsk {
	readonly taskType: string;
	readonly version: number;
	readonly t: readonly { readonly z: string; readonly n: string; readonly t?: number }[];
	readonly s?: { readonly g: readonly string[] };
	readonly g?: { readonly d?: string };
	readonly e?: number;
}

/** @throws Error for what the description does not allow */
export function readXctskAsXctrack(text: string): ReadTask {
	const { taskType, version, t, s, g, e = 0 } = JSON.parse(text) as Xctsk;
	if (taskType !== "CLASSIC" || version !== 2) throw new Error("another kind of task");
	const points = t.map(({ z, n, t: role }): Point => {
		const [longitude = Number.NaN, latitude = Number.NaN, altitudeM = Number.NaN, radiusM = 0, ...others] =
			decodePolyline(z);
		if (others.length > 0 || !(radiusM > 0 && radiusM <= 500_000)) throw new Error(`no place: ${z}`);
		if (!(altitudeM >= -1_000 && altitudeM <= 9_000)) throw new Error(`no altitude: ${altitudeM}`);
		if (n === "") throw new Error("no name");
		const place = { latitude: latitude / 1e5, longitude: longitude / 1e5, altitudeM, radiusM };
		return { name: n, ...place, role: role === 2 ? "start" : role === 3 ? "end" : null };
	});
	const clock = (time: string | undefined) => {
		if (time !== undefined && !/^\d{1,2}:\d\d:\d\dZ$/.test(time)) throw new Error(`no time: ${time}`);
		return time?.slice(0, -1) ?? null;
	};
	return { points, opens: clock(s?.g[0]), closes: clock(g?.d), earth: e === 1 ? "sphere" : "wgs84" };
}
