import { asAdmin } from "~/lib/access";
import { readObject } from "~/lib/files/object-storage.server";
import { isSignedLink } from "~/lib/files/signed-link.server";
import { downloadName } from "~/lib/flights/igc-json.server";
import { versionById } from "~/lib/flights/versions-queries.server";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { downloadHeaders } from "~/lib/http/download.server";
import { refuse } from "~/lib/result";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "Bytes of a flight log, for a signed link or an admin",
		response: "application/vnd.fai.igc",
		refusals: ["token-invalid", "not-admin", "not-found", "log-removed", "storage-failed"],
		run: async ({ ctx, params, url }) => {
			if (!(await isSignedLink(ctx, "igc-file", url))) asAdmin(ctx);
			const [version] = await versionById(ctx.db, params.versionId ?? "");
			if (!version) return refuse("not-found");
			if (version.isRemoved) return refuse("log-removed");
			const object = await readObject(ctx, version.key);
			if (!object.ok) return object;
			const headers = downloadHeaders({
				name: downloadName(version.day, version.startNumber, version.flightNumber),
				mimetype: "application/vnd.fai.igc",
				sha256: version.sha256,
				public: false,
			});
			headers.set("Content-Length", String(object.value.size));
			return new Response(object.value.body, { headers });
		},
	}),
});

export { action, loader };
