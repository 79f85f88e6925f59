import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "~/shell/toast";

/** A link to a file; where scripts run the file is fetched and saved, and a message tells how it went. */
export function ExportLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
	const { t } = useTranslation();
	const save = async (event: MouseEvent<HTMLAnchorElement>) => {
		event.preventDefault();
		try {
			const response = await fetch(href);
			if (!response.ok) throw new Error(String(response.status));
			const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
			const address = URL.createObjectURL(await response.blob());
			Object.assign(document.createElement("a"), { href: address, download: name ?? "" }).click();
			URL.revokeObjectURL(address);
			toast.success(t("startingList.export.success"));
		} catch {
			toast.error(t("error.generic"));
		}
	};
	return (
		<a href={href} onClick={save}>
			{children}
		</a>
	);
}
