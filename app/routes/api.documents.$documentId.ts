import { z } from "zod";
import { deleteDocument } from "~/lib/content/change-documents.server";
import { endpoint, forAdmins } from "~/lib/http/api-call.server";
import { done } from "~/lib/result";

const { loader, action } = endpoint({
	DELETE: forAdmins({
		summary: "Takes a document off the list",
		response: z.object({ success: z.literal(true) }),
		refusals: ["not-found"],
		run: async ({ ctx, params }) => {
			const deleted = await deleteDocument(ctx, params.documentId ?? "");
			return deleted.ok ? done({ success: true }) : deleted;
		},
	}),
});

export { action, loader };
