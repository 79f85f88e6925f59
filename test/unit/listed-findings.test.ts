import { expect, test } from "vitest";
import { textsOf } from "~/lib/i18n/i18n.server";
import { findingText, listedFindings } from "~/lib/scoring/finding-values";
import type { Finding } from "~db/schema";

const about = (kind: Finding["kind"], name: string, outDistanceM: number | null = null): Finding => ({
	...{ kind, at: 1_000, value: null, proposedPoints: 0, point: null },
	space: { name, until: 2_000, sidewaysM: 10, verticalM: null, outDistanceM },
});

const lines = (findings: readonly Finding[]) =>
	listedFindings(findings).map((one) => findingText(textsOf("en").t, one, [], "en"));

test("the spaces of a flight that are not judged are one line with their number, where the first of them stood", () => {
	const late: Finding = { kind: "logLate", at: null, value: 5, proposedPoints: 10, point: null };
	const said = lines([
		about("airspaceUnjudged", "Les"),
		late,
		about("airspaceUnjudged", "Rybník"),
		about("airspace", "Vrch"),
		about("airspaceUnjudged", "Louka"),
	]);
	expect(said).toHaveLength(3);
	expect(said[0]).toContain("3 airspaces that are not judged");
	expect(said[0]).toContain("Les, Rybník, Louka");
	expect(said[2]).toContain("Vrch");
});

test("a single one is a line as ever, and one that may end the flight stays by itself", () => {
	const one = [about("airspaceUnjudged", "Les")];
	expect(listedFindings(one)).toBe(one);
	const asks = [about("airspaceUnjudged", "Les"), about("airspaceUnjudged", "Vrch", 50_000)];
	expect(listedFindings(asks)).toBe(asks);
	expect(listedFindings([])).toEqual([]);
});
