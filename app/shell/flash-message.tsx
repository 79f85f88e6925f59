import { useEffect } from "react";
import { showToast } from "~/browser/toasts";
import { useHydrated } from "~/components/use-hydrated";
import type { RootData } from "~/components/use-root-data";

/** The message about the action before: a banner in the document, which becomes a toast where scripts run. */
export function FlashMessage({ flash }: { readonly flash: RootData["flash"] }) {
	const hydrated = useHydrated();
	useEffect(() => {
		if (flash) showToast(flash.kind, flash.text);
	}, [flash]);
	if (!flash || hydrated) return null;
	return (
		<div
			className={`notice notice-${flash.kind === "success" ? "success" : "danger"}`}
			role={flash.kind === "success" ? "status" : "alert"}
			data-flash={flash.kind}
		>
			<p>{flash.text}</p>
		</div>
	);
}
