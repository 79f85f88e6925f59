import { z } from "zod";
import { endpoint, forAdmins } from "~/lib/api/endpoint.server";
import { refusalResponse } from "~/lib/api/refusal-response.server";
import { deleteNews } from "~/lib/content/change-news.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	DELETE: forAdmins({
		summary: "Takes a news item off the list",
		response: z.object({ success: z.literal(true) }),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const deleted = await deleteNews(ctx, params.newsId ?? "");
			// Existing clients look at `success` whatever the status.
			return deleted.ok ? done({ success: true }) : refusalResponse(deleted, { success: false });
		},
	}),
});

export { action, loader };
