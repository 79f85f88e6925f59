import type { UserCtx } from "~/lib/context";
import type { FieldErrors } from "~/lib/result";
import { logoByDigest, storeLogo } from "~/lib/season/logos.server";
import type { SettingGroup } from "~/lib/season/setting-groups";

const fileOf = "/logo/file";

/**
 * Stores the logos that a form sends and puts their paths into its fields. Complaints stand at the fields of the logos.
 */
export async function takeLogos(ctx: UserCtx, group: SettingGroup, sent: FormData) {
	if (group !== "sponsors") return { form: sent, errors: {} };
	const form = new FormData();
	const errors: Record<string, string> = {};
	for (const [name, value] of sent)
		if (typeof value === "string" && !name.endsWith(fileOf)) form.append(name, value);
	for (const [name, file] of sent) {
		if (!name.endsWith(fileOf)) continue;
		const row = name.slice(0, -fileOf.length);
		const field = `${row}/logo`;
		if (typeof file !== "string" && file.size > 0) {
			const stored = await storeLogo(ctx, file);
			if (stored.ok) form.set(field, stored.value);
			else errors[field] = stored.errors?.logo ?? `server.${stored.reason}`;
		} else if (await isMissing(ctx, String(form.get(field)))) errors[field] = "settings.logo.missing";
	}
	return { form, errors: errors as FieldErrors };
}

/** Whether a path is that of a logo that nobody has sent, or that was removed as no setting named it. */
async function isMissing({ db }: UserCtx, path: string): Promise<boolean> {
	const [, sha256] = /^\/logos\/(\w+)\./.exec(path) ?? [];
	return sha256 !== undefined && (await logoByDigest(db, sha256)).length === 0;
}
