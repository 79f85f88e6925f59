import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import {
	addPasskey,
	newPasskeyChallenge,
	passkeysOf,
	removePasskey,
} from "~/lib/accounts/passkeys/own-passkeys.server";
import { keyAlgorithms, newPasskeySchema, passkeyHost } from "~/lib/accounts/passkeys/web-authn.server";
import type { AdminCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import { parseForm } from "~/lib/forms/parse-form";
import { readForm, refusedBody } from "~/lib/http/body.server";
import { requireAdmin, requireCode } from "~/lib/http/page-guards.server";
import { redirectRefused, redirectWithFlash } from "~/lib/http/redirect.server";
import { page } from "~/shell/handle";
import { AddPasskey } from "./add-passkey";
import { OwnPasskeys } from "./own-passkeys";

export const handle = page({ title: "passkey.title" });

const path = "/second-factor/passkeys";

/** The context of an organiser whose second factor is set up and was confirmed lately. */
async function passkeyPage(context: AppLoadContext): Promise<AdminCtx> {
	const ctx = requireAdmin(context);
	await requireCode(ctx, path);
	if (!ctx.session.confirmedAt)
		throw redirect(`/second-factor?${new URLSearchParams({ redirectTo: path })}`, 303);
	return ctx;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const ctx = await passkeyPage(context);
	const { db, actor, edition } = ctx;
	const host = passkeyHost(ctx, request)?.hostname;
	const rows = await passkeysOf(db, actor.id);
	const formKey = crypto.randomUUID();
	return {
		passkeys: rows.map(({ id, name, host, createdAt, lastUsedAt }) => ({
			id,
			name,
			host,
			createdAt,
			lastUsedAt,
		})),
		offer: host && {
			formKey,
			challenge: newPasskeyChallenge(ctx, formKey),
			user: { id: actor.id, name: actor.email, displayName: `${actor.name} ${actor.surname}` },
			site: edition.title,
			known: rows.filter((row) => row.host === host).map(({ id }) => id),
			algorithms: keyAlgorithms,
		},
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = await passkeyPage(context);
	const form = await readForm(request);
	if (!form.ok) throw refusedBody(form);
	if (form.value.get("intent") === "remove") return remove(ctx, String(form.value.get("id") ?? ""));
	const submission = parseForm(form.value, newPasskeySchema);
	const added =
		submission.status === "success"
			? await addPasskey(ctx, {
					added: submission.value,
					formKey: readFormKey(form.value),
					host: passkeyHost(ctx, request),
				})
			: ({ ok: false, reason: "passkey-wrong" } as const);
	if (!added.ok) return redirectRefused(path, added.reason, `server.${added.reason}`);
	return redirectWithFlash(path, "success", "passkey.added");
}

async function remove(ctx: AdminCtx, id: string) {
	const removed = await removePasskey(ctx, id);
	if (!removed.ok) return redirectRefused(path, removed.reason, "passkey.gone");
	return redirectWithFlash(path, "success", "passkey.removed");
}

export default function PasskeysPage() {
	const { t } = useTranslation();
	const { passkeys, offer } = useLoaderData<typeof loader>();
	return (
		<div className="narrow stack">
			<h1>{t("passkey.title")}</h1>
			<p>{t("passkey.text")}</p>
			<OwnPasskeys passkeys={passkeys} />
			{offer && <AddPasskey offer={offer} />}
			<p>
				<a href="/user-profile">{t("account.profile.title")}</a>
			</p>
		</div>
	);
}
