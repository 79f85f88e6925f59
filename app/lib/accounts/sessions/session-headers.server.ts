import type { NewSession } from "~/lib/accounts/session.server";
import type { Ctx } from "~/lib/context";
import { clearedLoginStepCookie, deviceCookies, tokenCookie } from "~/lib/http/cookies.server";
import { knownDevice } from "./known-device.server";

/** Headers of the response that ends a login: the session, and that the account has been in here. */
export function sessionHeaders(ctx: Ctx, request: Request, { token, user }: NewSession): Headers {
	const headers = new Headers();
	headers.append("Set-Cookie", tokenCookie(request, token));
	headers.append("Set-Cookie", clearedLoginStepCookie(request));
	for (const cookie of deviceCookies(request, knownDevice(ctx, user.email)))
		headers.append("Set-Cookie", cookie);
	return headers;
}
