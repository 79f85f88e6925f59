import { z } from "zod";
import type { Call } from "~/lib/http/api-call.server";
import { writeLimits } from "~/lib/http/write-limits";
import { serverText } from "~/lib/i18n/i18n.server";
import { type RefusalReason, refusalStatus } from "~/lib/refusals";

type Json = Record<string, unknown>;

/** The refusals that follow from a call's input and its users, and those that the call adds. */
function refusalsOf(call: Call): RefusalReason[] {
	const { method, path, route } = call;
	const every: RefusalReason[] = ["something-went-wrong", "unavailable"];
	if (call.body || call.upload) every.push("bad-request", "too-large", "unsupported-type");
	if (call.body) every.push("invalid-fields");
	if (call.allRequired) every.push("missing-fields");
	if (call.access !== "all") every.push("token-invalid", "user-missing");
	if (call.access === "admin") every.push("not-admin");
	if (path.includes("{")) every.push("not-found");
	if (`${method} ${route}` in writeLimits) every.push("too-many-requests");
	return [...new Set([...every, ...(call.refusals ?? [])])];
}

/** The statuses of a call, success first. */
export function statusesOf(call: Call): number[] {
	const success = call.status ?? 200;
	// A repeated upload or a replaced document has status 200, a new one 201.
	const repeated = call.upload && success === 201 ? [200] : [];
	return [...new Set([success, ...repeated, ...refusalsOf(call).map((reason) => refusalStatus[reason])])];
}

function schemaOf(schema: z.ZodType, definitions: Json): unknown {
	const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	Object.assign(definitions, $defs);
	return JSON.parse(JSON.stringify(json).replaceAll("#/$defs/", "#/components/schemas/"));
}

/** Finds the required fields by parsing a missing value of each: most schemas transform their input, so their types do not show them. */
function bodySchemaOf(schema: z.ZodType, definitions: Json): Json {
	const json = schemaOf(schema, definitions) as Json;
	if (!(schema instanceof z.ZodObject)) return json;
	const fields = Object.entries<z.ZodType>(schema.shape);
	const properties = Object.fromEntries(
		fields.map(([name, field]) => [name, bodySchemaOf(field, definitions)]),
	);
	const required = fields.flatMap(([name, field]) => (field.safeParse(undefined).success ? [] : [name]));
	return { ...json, properties, ...(required.length > 0 ? { required } : { required: undefined }) };
}

function bodyOf(call: Call, definitions: Json): Json | null {
	const json = call.body && {
		"application/json": { schema: bodySchemaOf(call.documentedBody ?? call.body, definitions) },
	};
	if (!call.upload) return json ? { required: true, content: json } : null;
	const properties = Object.fromEntries(
		call.upload.map((name, index) => [
			name,
			index === 0 ? { type: "string", contentMediaType: "application/octet-stream" } : { type: "string" },
		]),
	);
	const schema = { type: "object", properties, required: call.upload.slice(0, 1) };
	return { required: true, content: { ...json, "multipart/form-data": { schema } } };
}

const retryAfter = {
	"Retry-After": { description: "Seconds until it is worth another try", schema: { type: "integer" } },
} as const;

/** OpenAPI gives a text file the type string, and a binary file none. */
function fileContent(type: string): Json {
	return { [type]: { schema: type.startsWith("text/") ? { type: "string" } : {} } };
}

function responsesOf(call: Call, definitions: Json): Json {
	const success = call.status ?? 200;
	const jsonOf = (schema: z.ZodType) => ({ "application/json": { schema: schemaOf(schema, definitions) } });
	const content = typeof call.response === "string" ? fileContent(call.response) : jsonOf(call.response);
	const responses: Json = {};
	for (const status of statusesOf(call)) {
		if (status < 300) {
			responses[status] = {
				description: status === success ? "Done" : "Was there already, or replaced",
				content,
			};
			continue;
		}
		if (status === 503 && call.unhealthy) {
			responses[status] = { description: "Not all is well", content: jsonOf(call.unhealthy) };
			continue;
		}
		const texts = refusalsOf(call)
			.filter((reason) => refusalStatus[reason] === status)
			.map((reason) => serverText("en", reason));
		responses[status] = {
			description: [...new Set(texts)].join("; "),
			...(status === 429 ? { headers: retryAfter } : {}),
			content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
		};
	}
	return responses;
}

/** A name for generated clients: the method and the words of the path. */
function operationId({ method, path }: Call): string {
	const words = path.split(/[^A-Za-z]+/).filter((word) => word !== "" && word !== "api");
	return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
		"",
	);
}

function operationOf(call: Call, definitions: Json): Json {
	const { path } = call;
	const body = bodyOf(call, definitions);
	const parameters = [
		...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
			name,
			in: "path",
			required: true,
			schema: { type: "string" },
		})),
		...(call.parameters ?? []).map(({ name, values }) => ({
			name,
			in: "query",
			schema: { type: "string", enum: values },
		})),
	];
	return {
		operationId: operationId(call),
		summary: call.summary,
		tags: [path.split("/")[2] ?? "health"],
		security: call.access === "all" ? [] : [{ session: [] }],
		...(call.access === "admin" ? { description: "For organisers." } : {}),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body ? { requestBody: body } : {}),
		responses: responsesOf(call, definitions),
	};
}

interface About {
	readonly title: string;
	readonly version: string;
	/** Origin of the edition. */
	readonly server: string;
}

/** Describes the API in OpenAPI 3.1, from the calls' own schemas. */
export function describeApi(calls: readonly Call[], { title, version, server }: About): Json {
	const schemas: Json = {
		Error: {
			type: "object",
			properties: {
				msg: { type: "string" },
				errors: { type: "object", additionalProperties: { type: "string" } },
				id: { type: "string" },
			},
			required: ["msg"],
		},
	};
	const paths: Record<string, Json> = {};
	for (const call of calls) {
		const path = paths[call.path] ?? {};
		path[call.method.toLowerCase()] = operationOf(call, schemas);
		paths[call.path] = path;
	}
	return {
		openapi: "3.1.0",
		info: {
			title,
			version,
			description: "The JSON API of one edition. Each edition has its own host, accounts and tokens.",
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: server }],
		paths,
		components: {
			schemas,
			securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
		},
	};
}
