import { TextField } from "~/components/app-form";
import { Refusal } from "~/components/refusal";
import { buttonClass } from "~/components/submit-button";
import { useTexts } from "~/components/use-texts";
import type { UploadReply } from "./upload-task.server";

interface UploadFormProps {
	readonly reply: UploadReply | undefined;
	readonly hint: string;
	/** Whether the edition has keys of SoaringSpot. */
	readonly hasSoaringSpot: boolean;
	/** Whether nothing else on the page comes first, such as a draft to publish. */
	readonly isPrimary: boolean;
}

export function UploadForm({ reply, hint, hasSoaringSpot, isPrimary }: UploadFormProps) {
	const { t } = useTexts();
	return (
		<section aria-labelledby="upload" className="card bg-surface no-print">
			<h2 id="upload">{t("taskAdmin.upload.heading")}</h2>
			{reply && <UploadProblems reply={reply} />}
			{reply && reply.choices.length > 0 && <Choices choices={reply.choices} />}
			<form method="post" encType="multipart/form-data">
				<TextField
					field={{ id: "task-file", name: "task" }}
					label={t("taskAdmin.upload.field")}
					hint={hint}
					type="file"
					accept=".cup,.cupx,.tsk,.igc"
					required
				/>
				<button type="submit" className={buttonClass(isPrimary)} name="intent" value="upload">
					{t("taskAdmin.upload.button")}
				</button>
			</form>
			{hasSoaringSpot && (
				<form method="post" className="mt-4">
					<button type="submit" className="button" name="intent" value="soaring-spot">
						{t("taskAdmin.upload.soaringSpot")}
					</button>
				</form>
			)}
		</section>
	);
}

/** Lines of the file that cannot be read, or points that cannot be flown. */
function UploadProblems({ reply: { problems, isRefused } }: { readonly reply: UploadReply }) {
	const { t } = useTexts();
	if (problems.length === 0) return null;
	return (
		<Refusal title={t(isRefused ? "taskAdmin.upload.refused" : "taskAdmin.upload.failed")} lines={problems} />
	);
}

function Choices({ choices }: { readonly choices: UploadReply["choices"] }) {
	const { t } = useTexts();
	return (
		<div className="notice notice-info" role="status">
			<p className="notice-title">{t("taskAdmin.upload.choose")}</p>
			{choices.map(({ label, json }) => (
				<form key={json} method="post" encType="multipart/form-data" className="my-2">
					<textarea name="chosen" value={json} readOnly hidden />
					<button type="submit" className="button" name="intent" value="choose">
						{label}
					</button>
				</form>
			))}
		</div>
	);
}
