/** Names in the order in which they are tried, as most browsers also claim to be an older one. */
const browsers = [
	["Edge", /\bEdg(?:e|A|iOS)?\//],
	["Opera", /\bOPR\//],
	["Samsung Internet", /\bSamsungBrowser\//],
	["Firefox", /\b(?:Firefox|FxiOS)\//],
	["Chrome", /\b(?:Chrome|Chromium|CriOS)\//],
	["Safari", /\bSafari\//],
] as const;

const systems = [
	["Android", /\bAndroid\b/],
	["iPhone", /\biPhone\b/],
	["iPad", /\biPad\b/],
	["Windows", /\bWindows\b/],
	["macOS", /\bMac OS X\b/],
	["Linux", /\bLinux\b/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], userAgent: string) =>
	names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Browser and system for people: `Firefox, Android`. What is no browser is named as it names itself; null when it does not. */
export function clientName(userAgent: string | null): string | null {
	if (!userAgent) return null;
	const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean);
	return names.join(", ") || (userAgent.split(/[\s/]/, 1)[0] ?? null);
}
