import { z } from "zod";
import { deleteNews } from "~/lib/content/change-news.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { refusalResponse } from "~/lib/http/refusal-response.server";
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
