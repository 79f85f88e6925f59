import hotToast from "react-hot-toast/headless";
import { toastRemoval, toastTimes } from "~/browser/toast-times";

/** The library's own times differ. */
export const toastOptions = {
	removeDelay: toastRemoval,
	success: { duration: toastTimes.success },
	error: { duration: toastTimes.error },
	loading: { duration: toastTimes.loading },
} as const;

/** Toasts of a hydrated page. Each function returns the id for `dismiss`. */
export const toast = {
	success: (text: string) => hotToast.success(text),
	error: (text: string) => hotToast.error(text),
	/** Stays until it is dismissed. */
	loading: (text: string) => hotToast.loading(text),
	dismiss: (id: string) => hotToast.dismiss(id),
};
