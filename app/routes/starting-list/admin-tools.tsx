import { Form } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { failureText, request } from "~/browser/request";
import { showToast } from "~/browser/toasts";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { PrintButton } from "~/components/print/print-button";
import { useTexts } from "~/components/use-texts";
import { waitsForAcceptance } from "~/lib/entries/entry-state";
import { type ListQuery, listSearch } from "~/lib/entries/starting-list/list-query";
import { acceptFormId, useAreAllChosen } from "./admin-list";
import type { AdminGroup } from "./page.server";

interface AdminToolsProps {
	readonly query: ListQuery;
	readonly groups: readonly AdminGroup[];
	/** Number of the shown competitors who can get a mail. */
	readonly recipients: number;
	/** Ids of the waiting entries on other pages. */
	readonly beyond: readonly string[];
	/** Whether a policy gives the places, so that nobody is accepted here. */
	readonly hasPolicy: boolean;
}

export function AdminTools({ query, groups, recipients, beyond, hasPolicy }: AdminToolsProps) {
	const { t, classNameOf } = useTexts();
	const isWaiting = beyond.length > 0 || groups.some(({ entries }) => entries.some(waitsForAcceptance));
	return (
		<div className="button-row no-print max-md:[&_.button]:px-2.5">
			{hasPolicy ? (
				<AppLink className="button button-primary" to="/admin/places">
					{t("places.title")}
				</AppLink>
			) : (
				isWaiting && <AcceptTools query={query} beyond={beyond} />
			)}
			{recipients > 0 && (
				<AppLink className="button" to={messageAddress(query)}>
					<Icon name="mail" />
					{t("startingList.write", { count: recipients })}
				</AppLink>
			)}
			<details className="menu">
				<summary className="button">
					{t("startingList.exports")}
					<Icon name="chevron-down" />
				</summary>
				<ul className="menu-list">
					<li>
						<ExportLink href="/starting-list/export">{t("startingList.export")}</ExportLink>
					</li>
					<li>
						<ExportLink href="/starting-list/export?dialect=excel">
							{t("startingList.exportExcel")}
						</ExportLink>
					</li>
					{groups.map(({ id, type }) => (
						<li key={id}>
							<ExportLink href={`/starting-list/export/seeyou/${id}`}>
								{t("startingList.exportSeeYou", { className: classNameOf(type) })}
							</ExportLink>
						</li>
					))}
					<li>
						<PrintButton />
					</li>
				</ul>
			</details>
		</div>
	);
}

/** Accepts the ticked entries, and ticks all. */
function AcceptTools({ query, beyond }: Pick<AdminToolsProps, "query" | "beyond">) {
	const { t } = useTexts();
	const areAllChosen = useAreAllChosen();
	return (
		<>
			<Form method="post" id={acceptFormId} preventScrollReset>
				<input type="hidden" name="intent" value="accept" />
				{areAllChosen && beyond.map((id) => <input key={id} type="hidden" name="entry" value={id} />)}
				<button type="submit" className="button button-primary">
					{areAllChosen && beyond.length > 0
						? t("startingList.acceptBeyond", { count: beyond.length })
						: t("startingList.acceptChosen")}
				</button>
			</Form>
			<AppLink className="button" to={chooseAllAddress(query)} preventScrollReset>
				{t("startingList.chooseAll")}
			</AppLink>
		</>
	);
}

function chooseAllAddress(query: ListQuery): string {
	const search = listSearch(query);
	search.set("choose", "all");
	return `/starting-list?${search}`;
}

/** The form of a mail to the shown competitors. */
function messageAddress(query: ListQuery): string {
	return `/users?${new URLSearchParams({ entries: listSearch({ ...query, page: 1 }).toString() })}#message`;
}

function nameOf({ headers }: Response): string {
	return /filename="([^"]+)"/.exec(headers.get("Content-Disposition") ?? "")?.[1] ?? "";
}

function saveFile(file: Blob, download: string): void {
	const href = URL.createObjectURL(file);
	Object.assign(document.createElement("a"), { href, download }).click();
	URL.revokeObjectURL(href);
}

/**
 * With scripts the file is fetched and saved, and a toast says whether that succeeded. A page that comes instead, such as that of the
 * second factor, is opened.
 */
function ExportLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
	const { t } = useTexts();
	const save = async (event: MouseEvent<HTMLAnchorElement>) => {
		event.preventDefault();
		const reply = await request(href, {
			read: (file, response) => {
				if (response.redirected) location.assign(response.url);
				else saveFile(file, nameOf(response));
				return response.redirected;
			},
		});
		if (!reply.ok) showToast("error", failureText(reply.failure, t("error.generic")));
		else if (!reply.value) showToast("success", t("startingList.export.success"));
	};
	return (
		<a href={href} onClick={save}>
			{children}
		</a>
	);
}
