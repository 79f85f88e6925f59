import { type HeldEdition, isFinished } from "~/lib/editions/opening-times";
import type { Right } from "~/lib/rights";

/**
 * The settings that organisers change, by the page that has them. What is not here stays in the edition's file: its year and host, what
 * the site may load from elsewhere, and who built it.
 */
export const settingGroups = {
	dates: ["competition.from", "competition.to", "competition.signupSince", "signupUntil", "entriesUntil"],
	texts: ["title", "place", "pageDescription", "alert", "dailyBriefing"],
	invitation: ["capacity", "invitation"],
	admission: ["admission.policy", "admission.places", "admission.finalSince"],
	contacts: [
		"contacts.organiser",
		"contacts.director",
		"contacts.field",
		"contacts.airfield",
		"contacts.registrations",
		"contacts.webAndScoring",
		"bugReportUrl",
	],
	fee: ["payment", "fees"],
	classes: ["classes"],
	lists: ["regions", "accommodation", "asks"],
	protests: ["protests"],
	rescue: ["rescue"],
	links: [
		"soaringSpotUrl",
		"contestId",
		"mapViewer.template",
		"tracking.singleTemplate",
		"tracking.combinedTemplate",
		"tracking.hubUrl",
		"archive",
	],
	photos: ["photoGalleries"],
	sponsors: ["sponsors"],
	airfield: [
		"airfield.latitude",
		"airfield.longitude",
		"airfield.elevation",
		"airfield.areas",
		"airfield.radiusM",
		"uncheckedAirspace",
	],
	mails: ["organiserEmails", "mailSignature"],
	publishing: ["publishTracks", "liveDelay", "showsPaid", "sharedEntries"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SettingGroup = keyof typeof settingGroups;

export function isSettingGroup(name: string | undefined): name is SettingGroup {
	return name !== undefined && Object.hasOwn(settingGroups, name);
}

/** The group of a setting; undefined for a key that organisers do not change. */
export function groupOf(key: string): SettingGroup | undefined {
	return (Object.keys(settingGroups) as SettingGroup[]).find((group) =>
		settingGroups[group].some((one) => one === key),
	);
}

/** The right that changes a group. Whoever changes links to photographs changes no other settings. */
export function rightOf(group: SettingGroup): Right {
	return group === "photos" ? "photos" : "settings";
}

/** Groups by which a stolen session could move money, or keep help from coming. They need a recent code and are announced by mail. */
const guardedGroups: ReadonlySet<SettingGroup> = new Set(["fee", "mails", "rescue"]);

export function isGuarded(group: SettingGroup): boolean {
	return guardedGroups.has(group);
}

/** The settings of the guarded groups. */
export const guardedSettings: readonly string[] = [...guardedGroups].flatMap((group) => settingGroups[group]);

/** Whether organisers can still change the settings of an edition: one with a successor is a record. */
export function areSettingsOpen(edition: HeldEdition): boolean {
	return !isFinished(edition);
}
