import { complaints } from "~/lib/forms/fields";
import { limits, shortestPassword } from "~/lib/forms/limits";
import { folded, isCommonPassword } from "./common-passwords";

/** Whose password it is to be. */
export interface PasswordOwner {
	readonly name: string;
	readonly surname: string;
	readonly email: string;
}

/**
 * What is wrong with a new password, as the key of a message: its length (8 to 128 characters), or that it is one of
 * the commonest. Null when nothing is.
 */
export function passwordComplaint(password: string): string | null {
	const length = [...password].length;
	if (length < shortestPassword) return complaints.tooShort(shortestPassword);
	if (length > limits.password) return complaints.tooLong(limits.password);
	return isCommonPassword(password) ? "form.password.common" : null;
}

/** Complains about a password that is its owner's own name or e-mail address, digits and marks around it or not. */
export function ownPasswordComplaint(
	password: string,
	{ name, surname, email }: PasswordOwner,
): string | null {
	const own = [name, surname, name + surname, surname + name, email, email.split("@", 1)[0] ?? ""];
	const plain = letters(password);
	return plain !== "" && own.some((text) => letters(text) === plain) ? "form.password.own" : null;
}

/** The letters of a text alone; its digits where it has no letters. */
function letters(text: string): string {
	const plain = folded(text);
	return plain.replace(/\P{L}/gu, "") || plain.replace(/\D/g, "");
}
