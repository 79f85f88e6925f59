import { complaints } from "~/lib/forms/fields";
import { limits, shortestPassword } from "~/lib/forms/limits";
import { folded, isCommonPassword } from "./common-passwords";

export interface PasswordOwner {
	readonly name: string;
	readonly surname: string;
	readonly email: string;
}

/** The key of a complaint about a new password's length or about a common password; null when it is good. */
export function passwordComplaint(password: string): string | null {
	const length = [...password].length;
	if (length < shortestPassword) return complaints.tooShort(shortestPassword);
	if (length > limits.password) return complaints.tooLong(limits.password);
	return isCommonPassword(password) ? "form.password.common" : null;
}

/** The key of a complaint about a password that is the owner's name or e-mail address, apart from digits and marks. */
export function ownPasswordComplaint(
	password: string,
	{ name, surname, email }: PasswordOwner,
): string | null {
	const own = [name, surname, name + surname, surname + name, email, email.split("@", 1)[0] ?? ""];
	const plain = letters(password);
	return plain !== "" && own.some((text) => letters(text) === plain) ? "form.password.own" : null;
}

/** The letters of a text; its digits if it has no letters. */
function letters(text: string): string {
	const plain = folded(text);
	return plain.replace(/\P{L}/gu, "") || plain.replace(/\D/g, "");
}
