import { asAdmin } from "~/lib/access";
import { isSignedLink } from "~/lib/files/signed-link.server";
import { archiveOfDay } from "~/lib/flights/archive-of-day.server";
import { recordArchive } from "~/lib/flights/download-igc.server";
import { endpoint, forAll } from "~/lib/http/api-call.server";
import { contentDisposition } from "~/lib/http/download.server";

const { loader, action } = endpoint({
	GET: forAll({
		summary: "All flight logs of a day as a ZIP file, for a signed link or an admin",
		response: "application/zip",
		refusals: ["token-invalid", "not-admin", "not-found", "storage-failed"],
		run: async ({ ctx, params, url, isHead }) => {
			const byToken = (await isSignedLink(ctx, "igc-day", url)) ? null : asAdmin(ctx);
			const dayId = params.dayId ?? "";
			const archive = await archiveOfDay(ctx, dayId);
			if (!archive.ok) return archive;
			if (byToken && !isHead) await recordArchive(byToken, dayId, archive.value.flights);
			return new Response(archive.value.body, {
				headers: {
					"Content-Type": "application/zip",
					"Content-Disposition": contentDisposition(archive.value.name, "attachment"),
				},
			});
		},
	}),
});

export { action, loader };
