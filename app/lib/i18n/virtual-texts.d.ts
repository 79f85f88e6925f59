/** The texts by language and part; `vite/browser-texts.ts` makes it. */
declare module "virtual:texts" {
	export const textChunks: Readonly<
		Record<
			import("./language").Language,
			Readonly<
				Record<
					import("./text-areas").TextArea,
					() => Promise<{ readonly default: Readonly<Record<string, string>> }>
				>
			>
		>
	>;
}
