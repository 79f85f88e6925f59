import { useRef, useState } from "react";
import { fileComplaint } from "~/lib/igc/log-complaint";
import type { UploadReply } from "~/lib/igc/upload-reply";
import { sendLog } from "./send-log";

export interface Upload {
	readonly id: number;
	readonly name: string;
	/** The part sent, 0 to 1. */
	readonly progress: number;
	/** Null until the response. */
	readonly reply: UploadReply | null;
}

/** Sends the files of a form one after another; `uploads` lists them, the newest batch first. */
export function useUploads() {
	const [uploads, setUploads] = useState<readonly Upload[]>([]);
	const [busy, setBusy] = useState(false);
	const lastId = useRef(0);

	function change(id: number, changed: Partial<Upload>) {
		setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)));
	}

	async function send(form: HTMLFormElement) {
		if (busy) return;
		const fields = new FormData(form);
		const batch = fields
			.getAll("igc")
			.filter((file) => file instanceof File)
			// An empty input sends a file without a name.
			.filter(({ name }) => name !== "")
			.map((file) => ({ id: ++lastId.current, file }));
		// The schema has not loaded, so nothing has refused the empty input: the server does.
		if (batch.length === 0) return form.submit();
		setBusy(true);
		setUploads((all) => [
			...batch.map(({ id, file }) => ({ id, name: file.name, progress: 0, reply: null })),
			...all,
		]);
		for (const { id, file } of batch) {
			const complaint = fileComplaint(file);
			fields.set("igc", file);
			const reply: UploadReply = complaint
				? { ok: false, complaint }
				: await sendLog(fields, (progress) => change(id, { progress }));
			change(id, { progress: 1, reply });
		}
		const input = form.elements.namedItem("igc");
		if (input instanceof HTMLInputElement) input.value = "";
		setBusy(false);
	}

	return { uploads, busy, send };
}
