import { z } from "zod";
import type { PasswordOwner } from "./password-rule";

/** A user as the API shows one. */
export const userResponse = z.object({
	id: z.string(),
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	email: z.string(),
	admin: z.boolean(),
});

/** A user with the token of a new session. */
export const sessionResponse = z.object({ token: z.string(), user: userResponse });

/** The answer of a call that has nothing but a message. */
export const messageResponse = z.object({ msg: z.string() });

/** A user as organisers see one in the list. */
export const listedUserResponse = userResponse.extend({ passwordValid: z.boolean() });

type User = PasswordOwner & { readonly id: string; readonly admin: boolean };

export function toUserJson({ id, name, surname, email, admin }: User): z.infer<typeof userResponse> {
	return { id, _id: id, name, surname, email, admin };
}

export function toSessionJson({ token, user }: { readonly token: string; readonly user: User }) {
	return { token, user: toUserJson(user) };
}

export function toListedUserJson(
	user: User & { readonly passwordValid: boolean },
): z.infer<typeof listedUserResponse> {
	return { ...toUserJson(user), passwordValid: user.passwordValid };
}
