import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import type { z } from "zod";
import { CheckboxField, ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { HiddenValues } from "~/components/hidden-values";
import { SubmitButton } from "~/components/submit-button";
import { useAppForm } from "~/components/use-app-form";
import { useTexts } from "~/components/use-texts";
import { may } from "~/lib/access";
import { first, read } from "~/lib/db/read.server";
import { entryOfUser } from "~/lib/entries/entries-queries.server";
import { deviceFields, liveEntrySchema } from "~/lib/entries/entry-devices";
import { entryPath } from "~/lib/entries/entry-paths";
import { devicesOfUser } from "~/lib/entries/save-devices.server";
import { answerForm, byIntent, type FormReply } from "~/lib/forms/form-action.server";
import { limits } from "~/lib/forms/limits";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { requireUser } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import {
	confirmDevice,
	proposedDevices,
	saveLiveEntry,
	withdrawLiveConsent,
} from "~/lib/live/live-consent.server";
import { devicesOfAccepted, sharedDevices } from "~/lib/live/live-entries.server";
import { page } from "~/shell/handle";

export const handle = page({ title: "live.title" });

const path = "/registration/live";

export async function loader({ context }: LoaderFunctionArgs) {
	const ctx = requireUser(context);
	const { db, actor, language } = ctx;
	const { entry, row, accepted } = await read(db, {
		entry: first(entryOfUser(db, actor.id)),
		row: first(devicesOfUser(db, actor.id)),
		accepted: devicesOfAccepted(db),
	});
	const { t } = textsOf(language);
	const shared = sharedDevices(accepted);
	const isShared = shared.some(({ entries }) => entries.some(({ entryId }) => entryId === entry?.id));
	const agrees = row !== undefined && row.agreedAt !== null;
	const proposed = entry ? await proposedDevices(ctx, entry.id, row?.deviceIds ?? []) : [];
	return {
		hasEntry: entry !== undefined,
		agrees,
		values: { deviceIds: row?.deviceIds.join(" ") ?? "", agrees: agrees ? "on" : "" },
		proposed: proposed.map((device) => ({ device, text: t("live.proposed", { device }) })),
		shared: isShared ? t("live.shared") : null,
		/** For organisers: whom they ask which of them flies with it. */
		allShared: may(ctx, "entries")
			? shared.map(({ device, entries }) => ({
					device,
					entries: entries.map(({ entryId, startNumber, name, surname }) => ({
						id: entryId,
						path: entryPath(entryId),
						text: `${startNumber} ${name} ${surname}`,
					})),
				}))
			: [],
		/** A page of few: its words come with it. */
		texts: {
			lead: t("live.lead"),
			noEntry: t("live.noEntry"),
			deviceIds: t("live.deviceIds.label"),
			deviceIdsHint: t("live.deviceIds.hint"),
			agrees: t("live.agrees"),
			save: t("live.save"),
			withdraw: t("live.withdraw"),
			confirm: t("live.confirm"),
			allShared: t("live.allShared"),
			allSharedLead: t("live.allShared.lead"),
		},
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireUser(context);
	const form = bodyOf(await readForm(request));
	return byIntent(form, {
		withdraw: async () => answer(path, await withdrawLiveConsent(ctx), "live.withdrawn"),
		confirm: async () => answer(path, await confirmDevice(ctx, String(form.get("device"))), "live.saved"),
		otherwise: () =>
			answerForm(
				{ ctx, form },
				liveEntrySchema,
				(_, said) => saveLiveEntry(ctx, changedOf(form, said)),
				() => redirectWithFlash(path, "live.saved"),
			),
	});
}

/** What was changed on the page: another tab may have taken the consent back since it came. */
function changedOf(form: FormData, { deviceIds, agrees }: z.output<typeof liveEntrySchema>) {
	const knownDevices = deviceFields.knownDevices.safeParse(form.get("knownDevices") ?? undefined).data;
	return {
		deviceIds: knownDevices?.join() === deviceIds.join() ? undefined : deviceIds,
		knownDevices,
		agrees: form.get("knownAgrees") === (agrees ? "on" : "") ? undefined : agrees,
	};
}

const schema = async () => (await import("~/lib/entries/entry-devices")).liveEntrySchema;

/** Where the competitor says by which devices the network knows the glider, and whether others may see it. */
export default function LiveEntryPage() {
	const { t } = useTexts();
	const { hasEntry, agrees, values, proposed, shared, allShared, texts } = useLoaderData<typeof loader>();
	const reply = useActionData() as FormReply | undefined;
	const { fields, busy, summary, formProps } = useAppForm({
		id: "live",
		reply,
		schema,
		defaultValue: values,
	});
	const labels = { deviceIds: texts.deviceIds, agrees: texts.agrees };
	return (
		<div className="narrow stack">
			<h1>{t("live.title")}</h1>
			<p>{texts.lead}</p>
			{shared && <p className="notice notice-warning">{shared}</p>}
			{!hasEntry && <p className="empty">{texts.noEntry}</p>}
			{proposed.map(({ device, text }) => (
				<form key={device} method="post" action={path} className="notice notice-info">
					<p>{text}</p>
					<input type="hidden" name="device" value={device} />
					<button type="submit" className="button" name="intent" value="confirm">
						{texts.confirm}
					</button>
				</form>
			))}
			{hasEntry && (
				<form method="post" {...formProps}>
					<ErrorSummary {...summary} labels={labels} />
					<HiddenValues values={{ knownDevices: values.deviceIds, knownAgrees: values.agrees }} />
					<TextField
						field={fields.deviceIds}
						label={labels.deviceIds}
						hint={texts.deviceIdsHint}
						maxLength={limits.name}
					/>
					<CheckboxField field={fields.agrees} label={labels.agrees} />
					<SubmitButton busy={busy}>{texts.save}</SubmitButton>
				</form>
			)}
			{agrees && (
				<form method="post" action={path}>
					<button type="submit" className="button" name="intent" value="withdraw">
						{texts.withdraw}
					</button>
				</form>
			)}
			{allShared.length > 0 && <SharedDevices allShared={allShared} texts={texts} />}
			<p>
				<AppLink to="/registration">{t("registration.title")}</AppLink>
			</p>
		</div>
	);
}

type SharedProps = Pick<ReturnType<typeof useLoaderData<typeof loader>>, "allShared" | "texts">;

/** The entries that have the same device, by name: organisers ask which of them flies with it. */
function SharedDevices({ allShared, texts }: SharedProps) {
	return (
		<section aria-labelledby="shared" className="notice notice-warning">
			<h2 id="shared" className="notice-title">
				{texts.allShared}
			</h2>
			<p>{texts.allSharedLead}</p>
			<ul>
				{allShared.map(({ device, entries }) => (
					<li key={device}>
						<strong>{device}</strong>
						{entries.map(({ id, path: to, text }) => (
							<Fragment key={id}>
								{" · "}
								<AppLink to={to}>{text}</AppLink>
							</Fragment>
						))}
					</li>
				))}
			</ul>
		</section>
	);
}
