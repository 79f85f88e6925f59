import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { acceptDrops } from "~/browser/uploads/accept-drops";
import { SubmitButton } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import { largestSending, manyLogsPath, mostSentFiles } from "~/lib/flights/igc-file/upload-limits";

interface ManyLogsFormProps {
	readonly intro: string;
	/** What may be sent at once. */
	readonly hint: string;
}

/**
 * Sends flight logs of several pilots, or ZIP archives of them, to the table where they are matched. Without scripts all files are
 * one request; with scripts more than fit into one go in several.
 */
export function ManyLogsForm({ intro, hint }: ManyLogsFormProps) {
	const { t } = useTexts();
	const input = useRef<HTMLInputElement>(null);
	const { sending, problem, onSubmit } = useGroups(input);
	useEffect(() => {
		if (input.current) acceptDrops(input.current);
	}, []);
	return (
		<section aria-labelledby="many-title" className="stack section no-print">
			<h2 id="many-title">{t("igc.many.form.title")}</h2>
			<p>{intro}</p>
			<form method="post" action={manyLogsPath} encType="multipart/form-data" onSubmit={onSubmit}>
				{problem && (
					<p className="notice notice-danger" role="alert">
						{problem}
					</p>
				)}
				<fieldset
					className="drop-zone mb-6 max-w-136 rounded-card border-2 border-dashed border-edge bg-surface p-6 *:mb-0 data-over:border-brand data-over:bg-info-ground"
					aria-label={t("igc.form.drop")}
				>
					<div className="field">
						<label htmlFor="many-logs">{t("igc.many.form.field")}</label>
						<p className="field-hint" id="many-logs-hint">
							{hint}
						</p>
						<input
							ref={input}
							id="many-logs"
							type="file"
							name="logs"
							multiple
							required
							accept=".igc,.IGC,.zip,.ZIP"
							aria-describedby="many-logs-hint"
						/>
					</div>
				</fieldset>
				<SubmitButton busy={sending !== null} primary={false}>
					{t("igc.many.form.submit")}
				</SubmitButton>
				<p role="status">{sending}</p>
			</form>
		</section>
	);
}

/** Sends more files than fit into one request by a script, one group after the other. */
function useGroups(input: RefObject<HTMLInputElement>) {
	const { t } = useTexts();
	const [sending, setSending] = useState<string | null>(null);
	const [problem, setProblem] = useState<string | null>(null);
	const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
		const groups = groupsOf([...(input.current?.files ?? [])]);
		setSending(t("form.submitting"));
		if (groups.length < 2) return;
		event.preventDefault();
		setProblem(null);
		for (const [index, files] of groups.entries()) {
			setSending(t("igc.many.form.sending", { part: index + 1, parts: groups.length }));
			const refused = await send(files, t("igc.submit.offline"));
			if (refused === null) continue;
			setProblem(refused);
			return setSending(null);
		}
		location.assign("/igc");
	};
	return { sending, problem, onSubmit };
}

/** Files that fit into one request together, in their order. */
function groupsOf(files: readonly File[]): readonly (readonly File[])[] {
	const groups: File[][] = [];
	let size = 0;
	for (const file of files) {
		const group = groups.at(-1);
		if (group && group.length < mostSentFiles && size + file.size <= largestSending) {
			group.push(file);
			size += file.size;
		} else {
			groups.push([file]);
			size = file.size;
		}
	}
	return groups;
}

/** @returns null, or what the server refused */
async function send(files: readonly File[], offline: string): Promise<string | null> {
	const body = new FormData();
	for (const file of files) body.append("logs", file);
	try {
		const headers = { Accept: "application/json" };
		const response = await fetch(manyLogsPath, { method: "POST", body, headers });
		if (response.ok) return null;
		const { msg } = (await response.json()) as { readonly msg: string };
		return msg;
	} catch {
		return offline;
	}
}
