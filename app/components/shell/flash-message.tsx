import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Flash } from "~/lib/http/flash.server";
import { toast } from "../toast";
import { useHydrated } from "../use-hydrated";

/** The message of the page before: a banner in the document, which becomes a toast where scripts run. */
export function FlashMessage({ flash }: { readonly flash: Flash | null }) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	useEffect(() => {
		if (flash) toast[flash.kind](t(flash.key, flash.values));
	}, [flash, t]);
	if (!flash || hydrated) return null;
	return (
		<div
			className={`notice notice-${flash.kind === "success" ? "success" : "danger"}`}
			role={flash.kind === "success" ? "status" : "alert"}
			data-flash={flash.kind}
		>
			<p>{t(flash.key, flash.values)}</p>
		</div>
	);
}
