import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import { useTexts } from "~/components/use-texts";
import { requireStaff } from "~/lib/http/page-guards.server";
import { page } from "~/shell/handle";
import { actOnNumber, type NumberReply, readNumbersPage } from "./page.server";

export const handle = page({ title: "rankingNumbers.title" });

export async function loader({ context }: LoaderFunctionArgs) {
	return readNumbersPage(requireStaff(context, "entries"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	return actOnNumber(requireStaff(context, "entries"), request);
}

type Page = SerializeFrom<typeof loader>;

export default function RankingNumbersPage() {
	const { t } = useTexts();
	const { title, lead, count, columns, people, lookUp } = useLoaderData<typeof loader>();
	const reply = useActionData() as NumberReply | undefined;
	return (
		<>
			<p className="mb-6">
				<AppLink className="-my-2.5 inline-block py-2.5" to="/starting-list">
					{t("registration.backToList")}
				</AppLink>
			</p>
			<h1 id="numbers">{title}</h1>
			<p className="my-4">{lead}</p>
			<p className="my-4">{count}</p>
			<DataTable labelledBy="numbers" columns={columns}>
				{people.map((person) => (
					<DataRow key={person.key} id={person.key}>
						<RowHeader>
							{person.name}
							{person.facts && <span className="muted"> {person.facts}</span>}
						</RowHeader>
						<DataCell label={columns[1]}>
							{person.number}
							<Buttons
								person={person}
								lookUp={lookUp}
								reply={reply?.key === person.key ? reply : undefined}
							/>
						</DataCell>
					</DataRow>
				))}
			</DataTable>
		</>
	);
}

interface ButtonsProps {
	readonly person: Page["people"][number];
	readonly lookUp: string;
	readonly reply: NumberReply | undefined;
}

/** Asks the ranking list, and offers what it has said. */
function Buttons({ person: { entryId, which, key, name }, lookUp, reply }: ButtonsProps) {
	return (
		<form method="post" action={`/admin/ranking-numbers#${key}`}>
			<input type="hidden" name="entry" value={entryId} />
			<input type="hidden" name="which" value={which} />
			<input type="hidden" name="name" value={name} />
			{reply && <p role="status">{reply.said}</p>}
			<div className="button-row">
				{reply?.choices.map(({ number, label }) => (
					<button key={number} type="submit" className="button button-primary" name="number" value={number}>
						{label}
					</button>
				))}
				<button type="submit" className="button" name="intent" value="look-up">
					{lookUp}
					<span className="sr-only">{`: ${name}`}</span>
				</button>
			</div>
		</form>
	);
}
