import { limits } from "~/lib/forms/limits";

const pattern = /^\+?[0-9 ]+$/;

/** An optional plus, then 9 to 15 digits with spaces anywhere. */
export function isPhone(text: string): boolean {
	if (text.length > limits.phone || !pattern.test(text)) return false;
	const digits = text.replace(/[^0-9]/g, "").length;
	return digits >= 9 && digits <= 15;
}
