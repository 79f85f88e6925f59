import { useTranslation } from "react-i18next";
import type { QueuedItem, QueueProblem } from "~/browser/queue/queue-state";
import { QueueNotice } from "~/components/queue/queue-notice";
import { WaitingNote } from "~/components/queue/waiting-note";

/** What a form says, and what its page says, for each reason why it was not sent. */
export function WaitingSamples() {
	const { t } = useTranslation();
	const [label, text] = [t("pieces.sample.save"), t("pieces.sample.text")];
	const problems: readonly QueueProblem[] = [
		{ kind: "offline" },
		{ kind: "login" },
		{ kind: "refused", text },
		{ kind: "failed", text },
		{ kind: "conflict", text, seen: "HOME" },
	];
	const items = problems.map((problem, order): QueuedItem => {
		const key = problem.kind;
		const place = { url: "/statuses", page: "/statuses", account: "", edition: "", target: key };
		return { kind: "form", key, ...place, body: [], label, errorText: text, order, problem };
	});
	return (
		<div className="stack">
			<QueueNotice waiting={items} />
			{items
				.filter(({ problem }) => problem?.kind !== "login")
				.map((item) => (
					<WaitingNote key={item.key} items={[item]} />
				))}
		</div>
	);
}
