import spriteUrl from "./icons.svg?url";

export const iconNames = [
	"arrow-left",
	"arrow-right",
	"calendar",
	"check",
	"chevron-down",
	"clock",
	"coin",
	"cross",
	"document",
	"download",
	"edit",
	"expand",
	"external",
	"flying",
	"ground",
	"home",
	"info",
	"list",
	"lock",
	"mail",
	"map",
	"menu",
	"minus",
	"moon",
	"outlanding",
	"pause",
	"person",
	"phone",
	"photo",
	"pin",
	"play",
	"plus",
	"print",
	"refresh",
	"search",
	"send",
	"sun",
	"trash",
	"trophy",
	"upload",
	"warning",
] as const;

export type IconName = (typeof iconNames)[number];

/** Stands beside a text of the same meaning, so screen readers skip it. */
export function Icon({ name, className = "" }: { readonly name: IconName; readonly className?: string }) {
	return (
		<svg className={`icon ${className}`.trim()} aria-hidden="true" focusable="false">
			<use href={`${spriteUrl}#${name}`} />
		</svg>
	);
}

/** Stands beside the name of its language. */
export function Flag({ country }: { readonly country: "cz" | "gb" }) {
	return (
		<svg
			className="h-4 w-6 flex-none outline outline-nav-line"
			viewBox="0 0 24 16"
			aria-hidden="true"
			focusable="false"
		>
			<use href={`${spriteUrl}#flag-${country}`} />
		</svg>
	);
}
