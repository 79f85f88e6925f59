import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary, TextField } from "~/components/app-form";
import { AppLink } from "~/components/app-link";
import { Conflict } from "~/components/conflict";
import { HoldsFrom } from "~/components/entry/holds-from";
import { buttonClass } from "~/components/submit-button";
import type { StaffCtx } from "~/lib/context";
import { limits } from "~/lib/forms/limits";
import { errorPage, requireCode, requireStaff } from "~/lib/http/page-guards.server";
import { isGuarded, isSettingGroup, rightOf, type SettingGroup } from "~/lib/season/setting-groups";
import { page } from "~/shell/handle";
import { sendGroup } from "./actions.server";
import { Histories } from "./histories";
import { type GroupPage, readGroup } from "./page.server";
import { Preview } from "./preview";
import { idOf, SettingFields } from "./setting-fields";

export const handle = page({ titleOf: (data) => (data as GroupPage).title });

export async function loader({ params, context }: LoaderFunctionArgs) {
	const [ctx, group] = await admitted(context, params.group);
	return readGroup(ctx, group);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
	const [ctx, group] = await admitted(context, params.group);
	return sendGroup(ctx, group, request);
}

/** Groups by which money or help could go astray ask for a recent code before they are shown, so that nothing typed is lost. */
async function admitted(
	context: LoaderFunctionArgs["context"],
	named: string | undefined,
): Promise<readonly [StaffCtx<"photos">, SettingGroup]> {
	requireStaff(context, "photos");
	if (!isSettingGroup(named)) throw errorPage("not-found");
	const ctx = requireStaff(context, "photos", rightOf(named));
	if (isGuarded(named)) await requireCode(ctx, `/admin/settings/${named}`);
	return [ctx, named];
}

export default function SettingsGroupPage() {
	const group = useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	const { words, title, isOpen, seen, histories, undo } = group;
	return (
		<div className="narrow stack">
			<p>
				<AppLink to="/admin/settings">{words.back}</AppLink>
			</p>
			<h1>{title}</h1>
			<p className="muted">{words.shown}</p>
			{!isOpen && <p className="notice notice-info">{words.closed}</p>}
			{words.guarded && <p className="notice notice-info">{words.guarded}</p>}
			<GroupForm group={group} reply={reply} />
			<Histories histories={histories} undo={undo} title={words.history} seen={seen} isOpen={isOpen} />
		</div>
	);
}

interface GroupFormProps {
	readonly group: GroupPage;
	readonly reply: Awaited<ReturnType<typeof useActionData<typeof action>>>;
}

/** The form of a group, as the last reply fills it, below what is wrong or what would change. */
function GroupForm({ group, reply }: GroupFormProps) {
	const { words, isOpen, seen } = group;
	// The reply has the typed values; where each comes from is what the page has read.
	const settings = group.settings.map((setting) => {
		const { part, labels } = reply?.settings.find(({ key }) => key === setting.key) ?? setting;
		return { ...setting, part, labels };
	});
	const labels = Object.assign({}, ...settings.map((setting) => setting.labels));
	const errors = reply?.errors ?? {};
	const allErrors = Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, [error]]));
	return (
		<>
			{reply && (
				<ErrorSummary
					form={{
						id: "setting",
						errors: reply.refusal ? [reply.refusal] : [],
						allErrors: byId(allErrors),
					}}
					refusals={reply.refusal || Object.keys(errors).length > 0 ? 1 : 0}
					labels={byId({ ...labels, reason: words.reason })}
					title={words.failed}
				/>
			)}
			{reply?.conflict && <Conflict rows={reply.conflict} />}
			{reply?.preview && <Preview preview={reply.preview} words={words} />}
			<form method="post" id="settings" className="stack" encType="multipart/form-data" noValidate>
				<input type="hidden" name="seen" value={seen} />
				<SettingFields settings={settings} errors={errors} rows={words.rows} />
				{group.holding && (
					<HoldsFrom
						field={{ id: "setting-from", name: "from", initialValue: reply?.from || group.holding.usual }}
						choice={group.holding}
					/>
				)}
				<TextField
					field={{
						id: "setting-reason",
						name: "reason",
						errorId: "setting-reason-error",
						errors: allErrors.reason,
						initialValue: reply?.reason,
					}}
					label={words.reason}
					hint={words.reasonHint}
					maxLength={limits.reason}
					autoComplete="off"
				/>
				{isOpen && (
					<div className="button-row">
						<button type="submit" className={buttonClass(!reply?.preview)} name="intent" value="preview">
							{words.preview}
						</button>
					</div>
				)}
			</form>
		</>
	);
}

/** The summary leads to a field by its id. */
function byId<T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [idOf(name), value]));
}
