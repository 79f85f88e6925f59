import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/lib/api/api-calls.server";
import { describeApi, statusesOf } from "~/lib/api/describe-api";

const about = { title: "Glider Cup 2025 API", version: "1.7.2", server: "https://glidercup.example" };

test("the description of the API satisfies an independent linter", async () => {
	const config = await createConfig({
		extends: ["recommended"],
		// Our example domain is meant; every call may answer 5xx, and the public ones nothing in between.
		rules: { "no-server-example.com": "off", "operation-4xx-response": "off" },
	});
	const problems = await lintFromString({
		source: JSON.stringify(describeApi(apiCalls, about)),
		absoluteRef: "openapi.json",
		config,
	});
	expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

/** The calls of the contract with who may make them and the statuses it names beside 500 and 503. */
const contract = `
POST /api/auth                                        all   200 400 413 415 429
POST /api/users                                       all   201 400 403 413 415 429
GET /api/auth/user                                    user  200 401
PUT /api/users                                        user  200 400 401
POST /api/auth/change-password                        user  200 400 401 429
POST /api/auth/reset-password                         all   200 400 429
POST /api/auth/reset-password/valid                   all   200 400 401 404
POST /api/auth/reset-password/reset                   all   200 400 401 404 429
GET /api/users                                        admin 200 401 403
GET /api/news                                         all   200
POST /api/news                                        admin 201 400 401 403
DELETE /api/news/{}                                   admin 200 401 403 404
GET /api/registration/form                            all   200
GET /api/registration                                 user  200 401 404
POST /api/registration                                user  201 400 401
PUT /api/registration                                 user  200 400 401 404 409
GET /api/registration/{}                              admin 200 401 403 404
PUT /api/registration/{}                              admin 200 400 401 403 404 409
PUT /api/registration/{}/quick-actions                admin 200 400 401 403 404
GET /api/starting-list                                all   200
GET /api/starting-list/all                            admin 200 401 403
GET /api/starting-list/export                         admin 200 401 403
GET /api/starting-list/export/seeyou/{}               admin 200 401 403 404
GET /api/days                                         all   200
POST /api/days                                        admin 201 400 401 403
PUT /api/days/{}                                      admin 200 400 401 403 404 409
GET /api/competitorstatuses/{}                        all   200 404
POST /api/competitorstatuses                          admin 201 400 401 403
PUT /api/competitorstatuses/{}                        admin 200 400 401 403 404
GET /api/tracking/{}                                  all   200 404
POST /api/tracking/{}/{}                              admin 201 400 401 403 404
DELETE /api/tracking/{}/{}                            admin 200 401 403 404
GET /api/documents                                    all   200
POST /api/documents                                   admin 200 201 400 401 403 413 415
DELETE /api/documents/{}                              admin 200 401 403 404
GET /api/igc/form                                     all   200
POST /api/igc                                         all   200 201 400 413 415 429
GET /api/igc/{}                                       admin 200 401 403 404
PUT /api/igc/{}                                       admin 200 400 401 403 404
GET /api/results/top                                  all   200
GET /api/results/total/{}                             all   200 400 404
GET /api/results/daily/filters                        all   200
GET /api/results/daily/{}/{}                          all   200 404
GET /api                                              all   200
`;

test.each(contract.trim().split("\n"))("the description has %s", (line) => {
	const [method, path, access, ...statuses] = line.split(/\s+/);
	const found = apiCalls.find((one) => one.method === method && one.path.replace(/\{\w+\}/g, "{}") === path);
	expect(found?.access).toBe(access);
	const described = found ? statusesOf(found) : [];
	expect(described).toEqual(expect.arrayContaining([...statuses, "500", "503"].map(Number)));
});

test("an entry is described in groups, without what may be left out being required", () => {
	const { paths } = z
		.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
		.parse(describeApi(apiCalls, about));
	const entry = paths["/api/registration"]?.post;
	expect(entry).toHaveProperty("requestBody.content.application/json.schema.properties.glider.required", [
		"gliderType",
		"registrationNumber",
		"startNumber",
	]);
	const required = "requestBody.content.application/json.schema.required";
	expect(entry).toHaveProperty(
		required,
		expect.arrayContaining(["phone", "glider", "accomodation", "meals"]),
	);
	expect(entry).toHaveProperty(required, expect.not.arrayContaining(["birthDate", "note", "version"]));
});

test("the two answers to a change that may wait are described with a text, which is no other answer's", () => {
	const { paths } = z
		.object({ paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
		.parse(describeApi(apiCalls, about));
	const schemaOf = (path: string, method: string, status: number) =>
		[paths[path]?.[method], `responses.${status}.content.application/json.schema`] as const;
	for (const [path, others] of [
		[
			"/api/registration",
			[
				["get", 200],
				["post", 201],
			],
		],
		["/api/users", [["post", 201]]],
	] as const) {
		const [call, schema] = schemaOf(path, "put", 200);
		expect(call).toHaveProperty(`${schema}.properties.msg`, { type: "string" });
		expect(call).toHaveProperty(`${schema}.required`, expect.not.arrayContaining(["msg"]));
		for (const [method, status] of others) {
			const [other, same] = schemaOf(path, method, status);
			expect(other).toHaveProperty(`${same}.properties`);
			expect(other).not.toHaveProperty(`${same}.properties.msg`);
		}
	}
});

test("every call says in a few words what it does, under a name of its own", () => {
	const description = z
		.object({
			paths: z.record(
				z.string(),
				z.record(z.string(), z.object({ operationId: z.string(), summary: z.string().min(5) })),
			),
		})
		.parse(describeApi(apiCalls, about));
	const ids = Object.values(description.paths).flatMap((path) =>
		Object.values(path).map((one) => one.operationId),
	);
	expect(ids.length).toBeGreaterThan(20);
	expect(new Set(ids).size).toBe(ids.length);
});

/** Names of fields that a schema lets be null. */
function nullableIn(schema: unknown, name = ""): string[] {
	if (typeof schema !== "object" || schema === null) return [];
	if ("type" in schema && [schema.type].flat().includes("null")) return [name];
	return Object.entries(schema).flatMap(([key, inner]) =>
		nullableIn(inner, /^(?:anyOf|\d+)$/.test(key) ? name : key),
	);
}

/** Every key of a task is there; null says that it has no such rule, size or time. */
const nullableOfTask = [
	...["minDistanceM", "maxDistanceM", "taskTimeS", "publishedAt"],
	...[
		"startOpens",
		"startAltitudeM",
		"startSpeedKmh",
		"windowS",
		"pev",
		"finishAltitudeM",
		"finishCloses",
		"logDeadlineS",
	],
	...["gridTime", "firstLaunch", "qnhHpa", "frequencies", "note"],
	...["elevationM", "lengthM", "radiusM", "innerRadiusM", "angleDeg", "axisDeg"],
];

/** In the order of the schema. A row has no points, place or flight before it is evaluated. */
const nullableOfScores = [
	...[
		"stateSince",
		"protestsUntil",
		"task",
		"computedAt",
		"engine",
		"evaluating",
		"toS",
		"day",
		"start",
		"finish",
		"distanceM",
		"timeS",
		"speedKmh",
	],
	...[
		"points",
		"rank",
		"at",
		"valueM",
		"handicap",
		"out",
		"name",
		"registrationNumber",
		"override",
		"official",
	],
];

const nullableOfDesk = [
	"rotation",
	"reason",
	"latitude",
	"longitude",
	"place",
	"near",
	"phone",
	"lastNewsAt",
];

test("answers hold null only where the contract says so, and in the health of a monitor", () => {
	const reads = apiCalls.filter(({ method, response }) => method === "GET" && typeof response !== "string");
	const { paths } = z
		.object({ paths: z.record(z.string(), z.object({ get: z.looseObject({ responses: z.unknown() }) })) })
		.parse(describeApi(reads, about));
	const nullable = Object.entries(paths).map(([path, { get }]) => [
		path,
		...new Set(nullableIn(get.responses)),
	]);
	expect(nullable.filter(([, ...names]) => names.length > 0)).toEqual([
		["/api/desk/{dayId}", ...nullableOfDesk],
		["/api/health", "outboxAge"],
		["/api/registration/{registrationId}", "igcId", "rankingPosition"],
		["/api/results/daily/{classId}/{dayId}", "handicap", "flightId"],
		["/api/results/top", "handicap", "flightId"],
		["/api/results/total/{classId}", "handicap", "flightId"],
		["/api/scoring/{dayId}/{classId}", ...nullableOfScores],
		["/api/scoring/{dayId}/{classId}/{registrationId}/analysis", "detour", "bestThird", "heightsM", "hour"],
		["/api/starting-list", "birthDate", "rankingPosition", "igcId"],
		["/api/starting-list/all", "birthDate", "rankingPosition", "igcId"],
		["/api/tasks/{id}", ...nullableOfTask],
		["/api/tasks/task/{taskId}", ...nullableOfTask],
	]);
});
