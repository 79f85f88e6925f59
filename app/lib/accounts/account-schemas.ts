import { z } from "zod";
import {
	complaints,
	emailField,
	idField,
	optionalText,
	requiredLine,
	requiredText,
	versionField,
} from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";
import { roles } from "~db/enums";
import { ownPasswordComplaint, passwordComplaint } from "./password/password-rule";

/* Passwords are not trimmed. They become NFC, because keyboards compose accented letters differently. */

const composed = (value: unknown) => (typeof value === "string" ? value.normalize("NFC") : (value ?? ""));

/** A password to compare with the stored one. No rule applies to it. */
const knownPassword = z.preprocess(
	composed,
	z.string({ error: complaints.text }).min(1, complaints.required),
);

const newPassword = z.preprocess(
	composed,
	z.string({ error: complaints.text }).superRefine((password, check) => {
		const complaint = password === "" ? complaints.required : passwordComplaint(password);
		if (complaint) check.addIssue(complaint);
	}),
);

/** The password of the account, or an empty text. The use case decides whether the password is needed. */
const perhapsPassword = z.preprocess(composed, z.string({ error: complaints.text }));

/** The use case checks the token: a missing one has a refusal of its own. */
const linkToken = z.preprocess((value) => (typeof value === "string" ? value.trim() : ""), z.string());

/** The address is not checked like a new one: a malformed address belongs to no account, and the login says so anyway. */
const knownEmail = z.preprocess(
	(value) => (typeof value === "string" ? value.normalize("NFC").trim().toLowerCase() : (value ?? "")),
	z
		.string({ error: complaints.text })
		.min(1, complaints.required)
		.max(limits.email, complaints.tooLong(limits.email)),
);

export const loginSchema = z.object({ email: knownEmail, password: knownPassword });

/** A code of an authenticator app or a recovery code, as it was typed. */
const code = requiredLine(limits.code);

export const apiLoginSchema = loginSchema.extend({ code: optionalText(limits.code) });

export const codeSchema = z.object({ code });

const person = {
	name: requiredLine(limits.name),
	surname: requiredLine(limits.name),
	email: emailField,
};

export const signupSchema = z.object({ ...person, password: newPassword }).superRefine((account, check) => {
	const complaint = ownPasswordComplaint(account.password, account);
	if (complaint) check.addIssue({ code: "custom", message: complaint, path: ["password"] });
});

/** Whoever is invited has an address. The use case compares the password with it. */
export const invitedSchema = z.object({ name: person.name, surname: person.surname, password: newPassword });

export const inviteSchema = z.object({ email: emailField, role: z.enum(roles, complaints.choice) });

export const signupLinkSchema = z.object({ name: requiredLine(limits.name) });

/** No role takes the one that somebody has. */
export const roleSchema = z.object({
	user: idField,
	seen: z.enum(roles),
	role: z.preprocess((role) => (role === "none" ? null : role), z.enum(roles).nullable()),
});

export const profileSchema = z.object(person);

export const profileFormSchema = z.object({ ...person, version: versionField, password: perhapsPassword });

export const confirmEmailSchema = z.object({ token: linkToken, password: perhapsPassword });

export const changePasswordSchema = z.object({ oldPassword: knownPassword, newPassword });

export const eraseSchema = z.object({ password: knownPassword });

export const resetRequestSchema = z.object({ email: emailField });

export const linkTokenSchema = z.object({ token: linkToken });

export const resetSchema = z.object({ token: linkToken, password: newPassword });

export const resetFormSchema = z
	.object({ token: linkToken, password: newPassword, passwordAgain: knownPassword })
	.superRefine(({ password, passwordAgain }, check) => {
		if (password !== passwordAgain)
			check.addIssue({ code: "custom", message: "form.password.mismatch", path: ["passwordAgain"] });
	});

export type LoginInput = z.infer<typeof loginSchema>;

export type ApiLoginInput = z.infer<typeof apiLoginSchema>;

export type SignupInput = z.infer<typeof signupSchema>;

export type InvitedInput = z.infer<typeof invitedSchema>;

export type ProfileInput = z.infer<typeof profileSchema>;

export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;

export type ConfirmEmailInput = z.infer<typeof confirmEmailSchema>;

export type EraseInput = z.infer<typeof eraseSchema>;

export type ResetInput = z.infer<typeof resetSchema>;

export const objectionSchema = z.object({ erasure: idField, objection: requiredText(limits.objection) });

export type ObjectionInput = z.infer<typeof objectionSchema>;
