import { useTranslation } from "react-i18next";
import { complaintText } from "~/lib/i18n/message";
import { outcomeKeys } from "~/lib/igc/upload-reply";
import { ReceiptCard } from "./receipt-card";
import type { Upload } from "./use-uploads";

export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
	return (
		<div className="stack" role="status">
			{uploads.map((upload) => (
				<UploadItem key={upload.id} upload={upload} />
			))}
		</div>
	);
}

function UploadItem({ upload: { name, progress, reply } }: { readonly upload: Upload }) {
	const { t } = useTranslation();
	if (!reply) {
		return (
			<div className="card">
				<p>{name}</p>
				<progress value={progress} max={1} aria-label={t("igc.form.progress", { name })} />
			</div>
		);
	}
	if (!reply.ok) {
		return (
			<div className="notice notice-danger">
				<p className="notice-title">{name}</p>
				<p>
					{t("igc.submit.error")} {complaintText(t, reply.complaint, reply.field)}
				</p>
			</div>
		);
	}
	return (
		<section className="stack" aria-label={name}>
			<div className="notice notice-success">
				<p className="notice-title">{name}</p>
				<p>{t(outcomeKeys[reply.outcome])}</p>
			</div>
			<ReceiptCard receipt={reply.receipt} />
		</section>
	);
}
