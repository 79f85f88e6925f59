/** The texts by language and part; `vite/browser-texts.ts` makes it. */
declare module "virtual:texts" {
	export const textChunks: Readonly<
		Record<
			import("~/lib/i18n/language").Language,
			Readonly<
				Record<
					import("~/lib/i18n/text-areas").TextArea,
					() => Promise<{ readonly default: Readonly<Record<string, string>> }>
				>
			>
		>
	>;
}
