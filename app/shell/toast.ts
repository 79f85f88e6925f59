import hotToast from "react-hot-toast/headless";
import { toastRemoval, toastTimes } from "~/browser/toast-times";

/** The library's own times differ. */
export const toastOptions = {
	removeDelay: toastRemoval,
	success: { duration: toastTimes.success },
	error: { duration: toastTimes.error },
	loading: { duration: toastTimes.loading },
} as const;

const options = (id: string | undefined) => (id ? { id } : {});

/** Toasts of a hydrated page. One with the id of another takes its place. */
export const toast = {
	success: (text: string, id?: string) => hotToast.success(text, options(id)),
	error: (text: string, id?: string) => hotToast.error(text, options(id)),
	/** Stays until it is dismissed. */
	loading: (text: string, id?: string) => hotToast.loading(text, options(id)),
	dismiss: (id: string) => hotToast.dismiss(id),
};
