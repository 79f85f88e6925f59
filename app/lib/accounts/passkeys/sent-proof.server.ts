import type { Ctx } from "~/lib/context";
import { parseForm } from "~/lib/forms/parse-form";
import type { SentProof } from "./check-passkey.server";
import { passkeyHost } from "./passkey-host";
import { passkeyProofSchema } from "./passkey-schemas";

const nothing = { credentialId: "", clientData: "", authenticatorData: "", signature: "" };

/** What a page's script sent instead of a code; null for a form with a code. */
export function readProof(ctx: Ctx, request: Request, form: FormData): SentProof | null {
	if (!form.has("credentialId")) return null;
	const submission = parseForm(form, passkeyProofSchema);
	const proof = submission.status === "success" ? submission.value : nothing;
	return { proof, host: passkeyHost(ctx, request) };
}
