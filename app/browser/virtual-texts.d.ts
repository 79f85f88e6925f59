/** Where the texts stand; `vite/browser-texts.ts` makes the files. */
declare module "virtual:texts" {
	/** Holds a file for each language and part, such as `cs-common.json`. */
	export const textFolder: string;
	export const textAreas: readonly import("~/lib/i18n/text-areas").TextArea[];
}
