/// <reference types="node" />
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Miniflare, type WorkerOptions } from "miniflare";
import { type FakeAnswer, type FakeRequest, jsonBody } from "./json-server";

/*
 * Workers in the account: what `wrangler deploy`, `rollback` and `secret put` call, by wrangler's source and
 * https://developers.cloudflare.com/api/resources/workers/. Each deployment is one version for everybody.
 */

interface Binding {
	readonly type: string;
	readonly name: string;
	readonly text?: string;
	readonly id?: string;
	readonly bucket_name?: string;
	readonly class_name?: string;
}

interface Metadata {
	readonly main_module: string;
	readonly bindings: readonly Binding[];
	readonly compatibility_date: string;
	readonly compatibility_flags: readonly string[];
	readonly limits?: unknown;
	readonly observability?: unknown;
	readonly migrations?: Migrations;
	readonly annotations?: Readonly<Record<string, string>>;
	readonly assets?: { readonly jwt: string; readonly config?: object };
}

interface Migrations {
	readonly old_tag?: string;
	readonly new_tag: string;
	readonly steps: readonly { readonly new_sqlite_classes?: readonly string[] }[];
}

export interface FakeVersion {
	readonly id: string;
	readonly createdOn: string;
	readonly metadata: Metadata;
	readonly files: ReadonlyMap<string, { readonly type: string; readonly bytes: Uint8Array }>;
	readonly assets: Manifest;
	readonly secrets: Readonly<Record<string, string>>;
	/** Tag of the last migration of Durable Objects. */
	readonly migrationTag: string | null;
}

type Manifest = Readonly<Record<string, { readonly hash: string; readonly size: number }>>;

export interface FakeWorker {
	readonly versions: FakeVersion[];
	/** Ids of versions, the newest last. */
	readonly deployments: { readonly id: string; readonly version: string; readonly createdOn: string }[];
	crons: readonly string[];
	/** Whether it answers at addresses of workers.dev, and its versions too. */
	subdomain: { readonly enabled: boolean; readonly previews_enabled: boolean };
}

/** What else the account has, as far as a Worker needs it. */
export interface Surroundings {
	readonly zone: string;
	/** The Workers to which hosts lead. */
	readonly domains: Map<string, string>;
	/** Hosts with a record of another kind. */
	readonly records: Set<string>;
	readonly hasDatabase: (id: string) => boolean;
	readonly hasBucket: (name: string) => boolean;
}

export class FakeWorkers {
	readonly workers = new Map<string, FakeWorker>();
	/** Files of assets by their digests, and what each upload is of, by its token. */
	readonly #assets = new Map<string, string>();
	readonly #sessions = new Map<string, Manifest>();

	constructor(
		readonly around: Surroundings,
		readonly success: (result: unknown, status?: number) => FakeAnswer,
		readonly failure: (status: number, code: number, message: string) => FakeAnswer,
	) {}

	/** @param path below the account; null for what is no Worker's */
	async answer(request: FakeRequest, path: string): Promise<FakeAnswer | null> {
		if (path === "/zones") return this.success(this.#zones(request));
		if (/^\/zones\/[^/]+\/workers\/routes$/.test(path)) return this.success([]);
		if (path === "/workers/domains") return this.success(this.#domains());
		if (path === "/workers/assets/upload") return this.#takeAssets(request);
		if (path === "/workers/scripts") return this.success([...this.workers].map(scriptOf));
		const [, kind, name = "", act = ""] =
			/^\/workers\/(services|scripts)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
		if (!kind) return null;
		if (act === "assets-upload-session") return this.#beginAssets(request);
		if (kind === "scripts" && act === "" && request.method === "PUT") return this.#upload(request, name);
		const worker = this.workers.get(name);
		if (!worker) return this.failure(404, 10007, "This Worker does not exist on your account.");
		if (kind === "services") return this.success(serviceOf());
		return this.#answerOf(worker, name, request, act);
	}

	async #answerOf(worker: FakeWorker, name: string, request: FakeRequest, act: string) {
		const body = request.headers["content-type"]?.startsWith("multipart") ? {} : jsonBody(request);
		const isRead = request.method === "GET";
		const [, version] = /^versions\/(.+)$/.exec(act) ?? [];
		if (version) return this.#describe(worker, version);
		switch (act) {
			case "versions":
				return this.#upload(request, name);
			case "deployments":
				return isRead
					? this.success({ deployments: deploymentsOf(worker) })
					: this.#deploy(worker, body, request);
			case "secrets":
				return isRead ? this.success(secretsOf(worker)) : this.#putSecret(worker, body);
			case "script-settings":
				return this.success({});
			case "subdomain":
				if (!isRead) worker.subdomain = body as FakeWorker["subdomain"];
				return this.success(worker.subdomain);
			case "schedules":
				worker.crons = (body as { cron: string }[]).map(({ cron }) => cron);
				return this.success({ schedules: body });
			case "domains/records":
				return this.#takeHosts(name, body as TakenHosts);
			default:
				return null;
		}
	}

	/** The version that answers. */
	active(name: string): FakeVersion | null {
		const worker = this.workers.get(name);
		const last = worker?.deployments.at(-1);
		return worker?.versions.find(({ id }) => id === last?.version) ?? null;
	}

	#zones({ url }: FakeRequest) {
		const { zone } = this.around;
		return url.searchParams.get("name") === zone ? [{ id: "a-zone", name: zone }] : [];
	}

	#domains() {
		return [...this.around.domains].map(([hostname, service]) => ({ hostname, service, zone_id: "a-zone" }));
	}

	#takeHosts(name: string, { origins, override_existing_dns_record: overrides }: TakenHosts): FakeAnswer {
		const { zone, records, domains } = this.around;
		for (const { hostname } of origins) {
			if (hostname !== zone && !hostname.endsWith(`.${zone}`))
				return this.failure(400, 100123, `${hostname} is in no zone of the account.`);
			if (records.has(hostname) && !overrides)
				return this.failure(409, 100117, `${hostname} has a DNS record already.`);
		}
		for (const { hostname } of origins) {
			records.delete(hostname);
			domains.set(hostname, name);
		}
		return this.success({});
	}

	#beginAssets(request: FakeRequest): FakeAnswer {
		const { manifest } = jsonBody(request) as { manifest: Manifest };
		const missing = [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter(
			(hash) => !this.#assets.has(hash),
		);
		const jwt = `assets-${randomUUID()}`;
		this.#sessions.set(jwt, manifest);
		const half = Math.ceil(missing.length / 2);
		const buckets = [missing.slice(0, half), missing.slice(half)].filter(({ length }) => length > 0);
		return this.success({ jwt, buckets });
	}

	/** The answer to the last part alone has a token. */
	async #takeAssets(request: FakeRequest): Promise<FakeAnswer> {
		const jwt = request.headers.authorization?.replace("Bearer ", "") ?? "";
		const manifest = this.#sessions.get(jwt);
		if (!manifest) return this.failure(401, 10000, "Authentication error");
		for (const [hash, file] of (await formOf(request)).entries())
			this.#assets.set(hash, typeof file === "string" ? file : await file.text());
		const isWhole = Object.values(manifest).every(({ hash }) => this.#assets.has(hash));
		return isWhole ? this.success({ jwt }, 201) : this.success({}, 202);
	}

	/** A version; by `PUT` it is deployed at once, and may carry migrations out. */
	async #upload(request: FakeRequest, name: string): Promise<FakeAnswer> {
		const form = await formOf(request);
		const metadata = JSON.parse(String(form.get("metadata"))) as Metadata;
		const files = new Map<string, { type: string; bytes: Uint8Array }>();
		for (const [part, file] of form.entries()) {
			if (typeof file === "string") continue;
			files.set(part, { type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) });
		}
		const worker = this.workers.get(name) ?? {
			versions: [],
			deployments: [],
			crons: [],
			subdomain: disabled,
		};
		const last = worker.versions.at(-1) ?? null;
		const complaint = this.#complaintAbout(metadata, last, request.method);
		if (complaint) return complaint;
		const given = metadata.bindings.filter(({ type }) => type === "secret_text");
		const version: FakeVersion = {
			id: randomUUID(),
			createdOn: new Date().toISOString(),
			metadata,
			files,
			assets: this.#sessions.get(metadata.assets?.jwt ?? "") ?? {},
			// Secrets stay over an upload that does not name them.
			secrets: { ...last?.secrets, ...Object.fromEntries(given.map((one) => [one.name, one.text ?? ""])) },
			migrationTag: metadata.migrations?.new_tag ?? last?.migrationTag ?? null,
		};
		this.workers.set(name, worker);
		worker.versions.push(version);
		if (request.method === "PUT") deployVersion(worker, version.id);
		const [id, etag] = [version.id, createHash("md5").update(version.id).digest("hex")];
		return this.success({
			...{ id, etag, deployment_id: id.replaceAll("-", ""), startup_time_ms: 20 },
			resources: { script: { etag } },
		});
	}

	#complaintAbout({ bindings, migrations }: Metadata, last: FakeVersion | null, method: string) {
		if (migrations && method !== "PUT")
			return this.failure(
				400,
				10211,
				"Version upload failed: migrations must be fully applied by a deployment.",
			);
		if (migrations && (migrations.old_tag ?? null) !== (last?.migrationTag ?? null))
			return this.failure(412, 10079, "Migration tag precondition failed.");
		const classes = migrations?.steps.flatMap((step) => step.new_sqlite_classes ?? []) ?? [];
		for (const { type, id = "", bucket_name = "", class_name = "" } of bindings) {
			if (type === "d1" && !this.around.hasDatabase(id))
				return this.failure(400, 10181, `D1 binding references database '${id}' which was not found.`);
			if (type === "r2_bucket" && !this.around.hasBucket(bucket_name))
				return this.failure(400, 10085, `R2 bucket '${bucket_name}' not found.`);
			if (type === "durable_object_namespace" && !last?.migrationTag && !classes.includes(class_name))
				return this.failure(400, 10061, `${class_name} is not configured to implement Durable Objects.`);
		}
		return null;
	}

	#describe({ versions }: FakeWorker, id: string): FakeAnswer {
		const version = versions.find((one) => one.id === id);
		if (!version) return this.failure(404, 10092, "This version does not exist.");
		const metadata = { created_on: version.createdOn, source: "wrangler", author_email: "a@example.com" };
		const { annotations = {} } = version.metadata;
		return this.success({ id, number: versions.indexOf(version) + 1, metadata, annotations });
	}

	/** By https://developers.cloudflare.com/workers/configuration/versions-and-deployments/rollbacks/. */
	#deploy(worker: FakeWorker, body: unknown, { url }: FakeRequest): FakeAnswer {
		const { versions } = body as { versions: readonly { version_id: string; percentage: number }[] };
		const version = worker.versions.find(({ id }) => id === versions[0]?.version_id);
		if (!version) return this.failure(404, 10092, "This version does not exist.");
		const newest = worker.versions.at(-1);
		if (version.migrationTag !== newest?.migrationTag)
			return this.failure(400, 10211, "A version before a migration of Durable Objects cannot be deployed.");
		const changed = Object.keys(newest?.secrets ?? {}).filter(
			(name) => newest?.secrets[name] !== version.secrets[name],
		);
		if (changed.length > 0 && url.searchParams.get("force") !== "true") {
			const message = `The following secrets have changed: ${changed.join(", ")}`;
			return this.failure(400, 10220, message);
		}
		return this.success({ id: deployVersion(worker, version.id) });
	}

	/** A changed secret is a version of its own, which is deployed at once. */
	#putSecret(worker: FakeWorker, body: unknown): FakeAnswer {
		const { name, text } = body as { name: string; text: string };
		const active = worker.versions.at(-1);
		if (!active || active.id !== worker.deployments.at(-1)?.version)
			return this.failure(400, 10215, "The latest version of the Worker is not deployed.");
		const secrets = { ...active.secrets, [name]: text };
		const metadata = { ...active.metadata, annotations: { "workers/triggered_by": "secret" } };
		const version = { ...active, id: randomUUID(), createdOn: new Date().toISOString(), metadata, secrets };
		worker.versions.push(version);
		deployVersion(worker, version.id);
		return this.success({ name, type: "secret_text" });
	}

	/**
	 * Runs the version that answers, with the databases of the account and a bucket of its own.
	 * @param folder with `d1`, the databases; files of assets are written into it
	 */
	start(name: string, folder: string): Miniflare {
		const version = this.active(name);
		if (!version) throw new Error(`There is no Worker ${name}.`);
		const directory = join(folder, `assets-${version.id}`);
		for (const [path, { hash }] of Object.entries(version.assets)) {
			mkdirSync(dirname(join(directory, path)), { recursive: true });
			writeFileSync(join(directory, path), Buffer.from(this.#assets.get(hash) ?? "", "base64"));
		}
		return new Miniflare({ ...workerOf(version, directory), cf: false, d1Persist: join(folder, "d1") });
	}
}

interface TakenHosts {
	readonly origins: readonly { readonly hostname: string }[];
	readonly override_existing_dns_record: boolean;
}

const disabled = { enabled: false, previews_enabled: false };

function formOf({ bytes, headers }: FakeRequest): Promise<FormData> {
	const type = headers["content-type"] ?? "";
	return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { "Content-Type": type } }).formData();
}

function deployVersion({ deployments }: FakeWorker, version: string): string {
	const id = randomUUID();
	deployments.push({ id, version, createdOn: new Date().toISOString() });
	return id;
}

const scriptOf = ([id, { versions }]: [string, FakeWorker]) => ({
	id,
	migration_tag: versions.at(-1)?.migrationTag ?? undefined,
});

const serviceOf = () => ({
	default_environment: {
		environment: "production",
		script: { tag: "a-tag", tags: [], last_deployed_from: "wrangler" },
	},
});

function secretsOf({ versions }: FakeWorker) {
	return Object.keys(versions.at(-1)?.secrets ?? {}).map((name) => ({ name, type: "secret_text" }));
}

/** The newest first. */
function deploymentsOf({ deployments }: FakeWorker) {
	return deployments.toReversed().map(({ id, version, createdOn }) => ({
		...{
			id,
			created_on: createdOn,
			source: "wrangler",
			strategy: "percentage",
			author_email: "a@example.com",
		},
		...{ annotations: {}, versions: [{ version_id: version, percentage: 100 }] },
	}));
}

const moduleTypes = {
	"application/javascript+module": "ESModule",
	"application/wasm": "CompiledWasm",
	"text/plain": "Text",
	"application/octet-stream": "Data",
} as const;

function workerOf({ metadata, files, secrets }: FakeVersion, directory: string): WorkerOptions {
	const modules = [...files].flatMap(([path, { type, bytes }]) => {
		const kind = Object.entries(moduleTypes).find(([known]) => known === type)?.[1];
		return kind ? { type: kind, path, contents: bytes } : [];
	});
	const main = modules.findIndex(({ path }) => path === metadata.main_module);
	const of = (type: string) => metadata.bindings.filter((binding) => binding.type === type);
	const named = <T>(type: string, value: (binding: Binding) => T) =>
		Object.fromEntries(of(type).map((binding) => [binding.name, value(binding)]));
	return {
		modules: [...modules.splice(main, 1), ...modules],
		compatibilityDate: metadata.compatibility_date,
		compatibilityFlags: [...metadata.compatibility_flags],
		bindings: { ...named("plain_text", ({ text = "" }) => text), ...secrets },
		d1Databases: named("d1", ({ id = "" }) => id),
		r2Buckets: named("r2_bucket", ({ bucket_name = "" }) => bucket_name),
		durableObjects: named("durable_object_namespace", ({ class_name = "" }) => ({
			className: class_name,
			useSQLite: true,
		})),
		assets: {
			directory,
			binding: of("assets")[0]?.name ?? "ASSETS",
			routerConfig: { has_user_worker: true },
		},
	};
}
