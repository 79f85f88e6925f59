import { z } from "zod";
import type { Actor } from "~/lib/context";

export const userResponse = z.object({
	id: z.string(),
	_id: z.string(),
	name: z.string(),
	surname: z.string(),
	email: z.string(),
	admin: z.boolean(),
});

export const sessionResponse = z.object({ token: z.string(), user: userResponse });

export const messageResponse = z.object({ msg: z.string() });

export const listedUserResponse = userResponse.extend({ passwordValid: z.boolean() });

type User = Pick<Actor, "id" | "name" | "surname" | "email" | "role">;

export function toUserJson({ id, name, surname, email, role }: User): z.infer<typeof userResponse> {
	return { id, _id: id, name, surname, email, admin: role === "organiser" };
}

export function toSessionJson({ token, user }: { readonly token: string; readonly user: User }) {
	return { token, user: toUserJson(user) };
}

export function toListedUserJson(
	user: User & { readonly passwordValid: boolean },
): z.infer<typeof listedUserResponse> {
	return { ...toUserJson(user), passwordValid: user.passwordValid };
}
