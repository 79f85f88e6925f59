import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { makePasskey } from "~/browser/passkeys";
import { TextField } from "~/components/app-form";
import { usePasskey } from "~/components/second-factor";
import { useHydrated } from "~/components/use-hydrated";
import { useTexts } from "~/components/use-texts";
import {
	addPasskey,
	newPasskeyChallenge,
	passkeysOf,
	removePasskey,
} from "~/lib/accounts/passkeys/own-passkeys.server";
import { keyAlgorithms, newPasskeySchema, passkeyHost } from "~/lib/accounts/passkeys/web-authn.server";
import type { StaffCtx } from "~/lib/context";
import { readFormKey } from "~/lib/db/form-key.server";
import { limits } from "~/lib/forms/limits";
import { parseForm } from "~/lib/forms/parse-form";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { answer } from "~/lib/http/redirect.server";
import { formatDayAndTime } from "~/lib/i18n/format-dates";
import { page } from "~/shell/handle";

export const handle = page({ title: "passkey.title" });

const path = "/second-factor/passkeys";

/** The context of an organiser whose second factor is set up and was confirmed lately. */
async function passkeyPage(context: AppLoadContext): Promise<StaffCtx<"overview">> {
	const ctx = requireStaff(context, "overview");
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
	const form = bodyOf(await readForm(request));
	if (form.get("intent") === "remove")
		return answer(
			path,
			await removePasskey(ctx, String(form.get("id") ?? "")),
			"passkey.removed",
			"passkey.gone",
		);
	const submission = parseForm(form, newPasskeySchema);
	return answer(
		path,
		submission.status === "success"
			? await addPasskey(ctx, {
					added: submission.value,
					formKey: readFormKey(form),
					host: passkeyHost(ctx, request),
				})
			: ({ ok: false, reason: "passkey-wrong" } as const),
		"passkey.added",
	);
}

export default function PasskeysPage() {
	const { t } = useTexts();
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

interface ListedPasskey {
	readonly id: string;
	readonly name: string;
	readonly host: string;
	readonly createdAt: Date;
	readonly lastUsedAt: Date | null;
}

/** Every passkey can be removed. */
function OwnPasskeys({ passkeys }: { readonly passkeys: readonly ListedPasskey[] }) {
	const { t, language } = useTexts();
	if (passkeys.length === 0) return <p className="muted">{t("passkey.none")}</p>;
	return (
		<ul className="session-list divide-y divide-line border-t border-line">
			{passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => (
				<li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
					<span className="break-words">
						<strong>{name}</strong>
						{", "}
						{t("passkey.since", { host, time: formatDayAndTime(createdAt, language) })}
						{", "}
						{lastUsedAt
							? t("passkey.lastUsed", { time: formatDayAndTime(lastUsedAt, language) })
							: t("passkey.neverUsed")}
					</span>
					<form method="post">
						<input type="hidden" name="id" value={id} />
						<button
							type="submit"
							className="button"
							name="intent"
							value="remove"
							aria-label={t("passkey.removeNamed", { name })}
						>
							{t("passkey.remove")}
						</button>
					</form>
				</li>
			))}
		</ul>
	);
}

interface AddPasskeyProps {
	readonly offer: Parameters<typeof makePasskey>[0] & { readonly formKey: string };
}

function AddPasskey({ offer }: AddPasskeyProps) {
	const { t } = useTexts();
	const hydrated = useHydrated();
	const { form, send, isPossible, isAsking, isRefused } = usePasskey(() => makePasskey(offer));
	return (
		<section className="section stack" aria-labelledby="add-passkey">
			<h2 id="add-passkey">{t("passkey.add")}</h2>
			{isPossible ? (
				<form
					method="post"
					ref={form}
					onSubmit={(event) => {
						event.preventDefault();
						void send();
					}}
				>
					<input type="hidden" name="formKey" value={offer.formKey} />
					<TextField
						field={{ id: "passkey-name", name: "name" }}
						label={t("passkey.name")}
						hint={t("passkey.name.hint")}
						maxLength={limits.passkeyName}
						autoComplete="off"
						required
					/>
					<button type="submit" className="button button-primary" disabled={isAsking}>
						{t("passkey.add")}
					</button>
					<p role="status" className="field-hint">
						{isRefused && t("passkey.notMade")}
					</p>
				</form>
			) : (
				<p>{t(hydrated ? "passkey.unsupported" : "passkey.needsScripts")}</p>
			)}
		</section>
	);
}
