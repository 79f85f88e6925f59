import type { StaffCtx } from "~/lib/context";
import { hasPolicy } from "~/lib/editions/admission";
import { nameOfClass } from "~/lib/editions/classes";
import { entryPath } from "~/lib/entries/entry-paths";
import { type Move, readMoves } from "~/lib/entries/places/apply-places.server";
import type { PlaceEntry, Places } from "~/lib/entries/places/places-queries.server";
import { formatDay } from "~/lib/i18n/format-dates";
import { textsOf } from "~/lib/i18n/i18n.server";

/** What the page says, in words: the list as it would be applied, and who moves by that. */
export async function readPlacesPage(ctx: StaffCtx<"entries">) {
	const { edition, language } = ctx;
	const { t } = textsOf(language);
	const { policy } = edition.admission;
	if (!hasPolicy(edition))
		return { rules: t("places.policy.by-hand"), isByRanking: false, reasonHint: null, list: null };
	const { places, moves, taken, key } = await readMoves(ctx);
	return {
		rules: [t(`places.policy.${policy}`), placesText(ctx), finalText(ctx, places)].join(" "),
		isByRanking: policy === "by-ranking",
		reasonHint: policy === "by-ranking" ? t("places.reason.hint") : null,
		list: {
			key,
			moves: moves.filter(({ entry }) => !taken.has(entry.id)).map((move) => moveInWords(ctx, move)),
			/** Who would be accepted, with a place or among the reserves, and cannot. */
			blocked: moves
				.filter(({ entry }) => taken.has(entry.id))
				.map(({ entry, kind }) => ({
					to: entryPath(entry.id),
					name: nameOf(entry),
					what: t(`places.move.${kind}`),
				})),
			blockedText: t("places.taken"),
			parts: partsInWords(ctx, places),
		},
	};
}

/** How many places there are. */
function placesText({ edition, language }: StaffCtx<"entries">): string {
	const { t } = textsOf(language);
	const { places } = edition.admission;
	if (!places) return "";
	if ("total" in places) return t("places.total", { count: places.total });
	const texts = edition.classes.map(({ type, name }) => `${name[language]} ${places.byClass[type] ?? 0}`);
	return t("places.byClass", { classes: texts.join(", ") });
}

function finalText({ edition, language }: StaffCtx<"entries">, { rules }: Places): string {
	const { t } = textsOf(language);
	const { finalSince } = edition.admission;
	if (rules.isFinal) return t("places.isFinal");
	return finalSince
		? t("places.finalSince", { day: formatDay(finalSince, language) })
		: t("places.neverFinal");
}

function nameOf(entry: PlaceEntry): string {
	return `${entry.startNumber} – ${entry.name} ${entry.surname}`;
}

function moveInWords({ edition, language }: StaffCtx<"entries">, { entry, kind, lost, mail }: Move) {
	const { t } = textsOf(language);
	// Who is accepted as a reserve is written the mail of an acceptance, which says so.
	const said = kind === "queues" ? "places.mail.queues" : `adminMail.kind.${mail}`;
	return {
		id: entry.id,
		name: nameOf(entry),
		className: nameOfClass(edition, entry.classType, language),
		what: [t(`places.move.${kind}`), lost && t(`places.lost.${lost}`)].filter(Boolean).join(": "),
		mail: t(mail ? said : "places.noMail"),
	};
}

function partsInWords(ctx: StaffCtx<"entries">, { placed, waiting, all }: Places) {
	const { t } = textsOf(ctx.language);
	const out = all.filter(({ isGone, placeByHand, hasPlace, hasFlown }) => {
		return !isGone && placeByHand === "out" && !(hasPlace && hasFlown);
	});
	return [
		{
			id: "placed",
			title: t("places.placed", { count: placed.length }),
			rows: placed.map(({ entry, reason }) =>
				rowInWords(ctx, entry, [
					reason === "policy" || reason === "wildcard" ? "" : t(`places.reason.${reason}`),
				]),
			),
		},
		{
			id: "waiting",
			title: t("places.waiting", { count: waiting.length }),
			rows: waiting.map(({ entry, queuePlace, reason }) =>
				rowInWords(ctx, entry, [
					t("places.queuePlace", { place: queuePlace }),
					reason === "full" ? "" : t(`places.lost.${reason}`),
				]),
			),
		},
		{
			id: "out",
			title: t("places.out", { count: out.length }),
			rows: out.map((entry) => rowInWords(ctx, entry, [])),
		},
	].filter(({ rows }) => rows.length > 0);
}

/** @param facts what the list says of the entry, empty texts among them */
function rowInWords({ edition, language }: StaffCtx<"entries">, entry: PlaceEntry, facts: readonly string[]) {
	const { t } = textsOf(language);
	const { rankingPosition, isWildcard, wildcardReason, paid, placeByHand } = entry;
	const isByRanking = edition.admission.policy === "by-ranking";
	return {
		id: entry.id,
		name: nameOf(entry),
		className: nameOfClass(edition, entry.classType, language),
		facts: [
			isByRanking &&
				(rankingPosition === null
					? t("places.unranked")
					: t("places.position", { position: rankingPosition })),
			isByRanking && isWildcard && t("places.wildcard", { reason: wildcardReason ?? "–" }),
			edition.payment && t(paid ? "startingList.paid" : "startingList.unpaid"),
			...facts,
		].filter((text): text is string => Boolean(text)),
		/** What can be decided about it, by the value of the button. */
		decisions: [
			...(isByRanking ? [isWildcard ? "no-wildcard" : "wildcard"] : []),
			...["place", "waits", "out", "policy"].filter((place) => place !== (placeByHand ?? "policy")),
		].map((decision) => ({ decision, label: t(`places.decide.${decision}`) })),
	};
}
