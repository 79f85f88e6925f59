import { everybody, type MatrixRow } from "./row";

export const rows: readonly MatrixRow[] = [
	{
		route: "routes/results",
		what: "the page",
		method: "GET",
		path: () => "/results",
		expected: everybody(200),
	},
	{
		route: "routes/results",
		what: "an absent class",
		method: "GET",
		path: ({ absentId }) => `/results?view=total&class=${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.top",
		what: "first three",
		method: "GET",
		path: () => "/api/results/top",
		expected: everybody(200),
	},
	{
		route: "routes/api.results.total.$classId",
		what: "a class without a scored day",
		method: "GET",
		path: ({ classId }) => `/api/results/total/${classId}`,
		expected: everybody(400),
	},
	{
		route: "routes/api.results.total.$classId",
		what: "an absent class",
		method: "GET",
		path: ({ absentId }) => `/api/results/total/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.daily.filters",
		what: "filters",
		method: "GET",
		path: () => "/api/results/daily/filters",
		expected: everybody(200),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "a day",
		method: "GET",
		path: ({ classId, dayId }) => `/api/results/daily/${classId}/${dayId}`,
		expected: everybody(200),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "an absent day",
		method: "GET",
		path: ({ classId, absentId }) => `/api/results/daily/${classId}/${absentId}`,
		expected: everybody(404),
	},
	{
		route: "routes/api.results.daily.$classId.$dayId",
		what: "another method",
		method: "POST",
		path: ({ classId, dayId }) => `/api/results/daily/${classId}/${dayId}`,
		expected: everybody(405),
	},
];
