import { showToast } from "./toasts";

/** Shares the page as the device does, else copies its address and says so. Who closes the device's list wanted neither. */
export async function share(button: HTMLElement): Promise<void> {
	const { title } = document;
	const url = location.href;
	// Types say that every browser has it.
	const { share: shareHere }: { share?: Navigator["share"] } = navigator;
	if (shareHere) {
		await shareHere.call(navigator, { title, url }).catch(() => undefined);
		return;
	}
	await navigator.clipboard.writeText(url).catch(() => undefined);
	showToast("success", button.dataset.share ?? "", "share");
}
