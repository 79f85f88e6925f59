import { data } from "@remix-run/cloudflare";
import type { StaffCtx } from "~/lib/context";
import { middayOf } from "~/lib/editions/prague-time";
import { exactHit } from "~/lib/entries/igc-ranking.server";
import {
	fullNameOf,
	lookUpNumber,
	type Numbered,
	readNumbered,
	setNumber,
} from "~/lib/entries/ranking-numbers.server";
import { byIntent } from "~/lib/forms/form-action.server";
import { bodyOf, readForm } from "~/lib/http/body.server";
import { answer, redirectRefused } from "~/lib/http/redirect.server";
import { formatDayOf } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";

const here = "/admin/ranking-numbers";

type Ctx = StaffCtx<"entries">;

/** What the ranking list says of somebody, in words. */
export interface NumberReply {
	/** See {@link keyOf}. */
	readonly key: string;
	readonly said: string;
	readonly choices: readonly { readonly number: string; readonly label: string }[];
}

const keyOf = ({ entryId, which }: Pick<Numbered, "entryId" | "which">) => `${which}-${entryId}`;

/** What the page says: who has no number first, and of those who has withdrawn last. They are not counted as missing. */
export async function readNumbersPage(ctx: Ctx) {
	const { language } = ctx;
	const { t } = textsOf(language);
	const people = await readNumbered(ctx);
	const without = people.filter(({ number }) => number === null);
	const missing = without.filter(({ withdrawnFrom }) => withdrawnFrom === null);
	const gone = without.filter(({ withdrawnFrom }) => withdrawnFrom !== null);
	return {
		title: t("rankingNumbers.title"),
		lead: t("rankingNumbers.lead"),
		lookUp: t("rankingNumbers.lookUp"),
		columns: ["pilot", "number"].map((column) => t(`rankingNumbers.column.${column}`)),
		count: t("rankingNumbers.missing", { count: missing.length }),
		people: [...missing, ...gone, ...people.filter(({ number }) => number !== null)].map((person) => ({
			...{ entryId: person.entryId, which: person.which, key: keyOf(person) },
			name: fullNameOf(person),
			facts: [
				person.nation,
				person.which === "second" && t("rankingNumbers.second"),
				person.withdrawnFrom &&
					t("startingList.withdrawn", { day: formatDayOf(middayOf(person.withdrawnFrom), language) }),
			]
				.filter(Boolean)
				.join(" · "),
			number: person.number === null ? "–" : String(person.number),
		})),
	};
}

/** Asks the ranking list about somebody, or stores the number that was chosen of what it said. */
export async function actOnNumber(ctx: Ctx, request: Request) {
	const form = bodyOf(await readForm(request));
	const [entryId, which] = [String(form.get("entry")), String(form.get("which"))];
	return byIntent(form, {
		"look-up": () => lookUp(ctx, entryId, which),
		otherwise: async () =>
			answer(
				here,
				await setNumber(ctx, {
					...{ entryId, which, typed: String(form.get("number")) },
					name: String(form.get("name")),
				}),
				"rankingNumbers.saved",
			),
	});
}

async function lookUp(ctx: Ctx, entryId: string, which: string) {
	const looked = await lookUpNumber(ctx, entryId, which);
	if (!looked.ok) {
		const { reason } = looked;
		return redirectRefused(
			here,
			reason,
			reason === "unavailable" ? "rankingNumbers.unavailable" : `server.${reason}`,
		);
	}
	const { person, pilots } = looked.value;
	const { t } = textsOf(ctx.language);
	const hit = exactHit(pilots, fullNameOf(person));
	const said = hit ? "exact" : pilots.length > 0 ? "choose" : "nobody";
	return data<NumberReply>({
		key: keyOf(person),
		said: t(`rankingNumbers.${said}`),
		choices: (hit ? [hit] : pilots).map(({ id, name, nation }) => ({
			number: String(id),
			label: t("rankingNumbers.use", { number: id, name, nation: nation || "–" }),
		})),
	});
}
