import { limits } from "~/lib/forms/limits";

const PHONE_FORM = /^\+?[0-9 ]+$/;

/** Whether the text is a phone number: optional plus, digits and spaces, 9 to 15 digits (design.md section 8). */
export function isPhone(text: string): boolean {
	if (text.length > limits.phone || !PHONE_FORM.test(text)) return false;
	const digits = text.replace(/[^0-9]/g, "").length;
	return digits >= 9 && digits <= 15;
}
