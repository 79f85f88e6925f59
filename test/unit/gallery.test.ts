import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../../scripts/lib/paths.mjs";
import { filesBelow } from "../support/import-graph";

/* A change of a style is seen on every component on /dev/gallery and the pages it links to. */

/** Components that the gallery does not show, by the reason. */
const elsewhere = {
	"a whole form, shown by its own page and its scenes": [
		...["LoginForm", "NewsForm", "NewsFields", "ConfirmForm", "CodeForm", "PasskeyForm", "CrewForm"],
		...["EntryFields", "EntryPrint", "EntryForm"],
	],
	"made of fields that are shown": ["ErrorSummary", "NameField", "EmailField", "PasswordField", "HoldsFrom"],
	"cards with a podium, which is shown": ["ClassPodiums"],
	"links without states": ["AccountLinks", "CodeLinks", "SkipToList"],
	"depends on the account": ["UnverifiedNotice"],
	"a notice without states": ["OpenDays", "TakeBack", "Consents", "Refusal"],
	"a sentence": ["PrivacyLead"],
	"a table without states, and what a phone shows in its place": ["WideTable", "UnfoldingList", "ValueTable"],
	"the picture of a sponsor, which is shown": ["Logo"],
	"draws nothing of its own": ["FailedSubmissionProvider", "LostPage", "TypedText"],
	"a whole page, shown in its scenes": ["ErrorPage", "SignedSheet", "SheetName", "Disqualified"],
	"a picture of a flight, shown in its scenes": ["BarogramPicture"],
} as const;

const isTsx = (file: string) => file.endsWith(".tsx");
const components = filesBelow("app/components", "app/shell").filter(isTsx);
const samples = filesBelow("test/gallery").filter(isTsx);

const sourceOf = (file: string) => readFileSync(inProject(file), "utf8");

const exportedBy = (file: string) =>
	[...sourceOf(file).matchAll(/^export function ([A-Z]\w*)/gm)].map(([, name = ""]) => name);

const drawnBy = (source: string) => [...source.matchAll(/<([A-Z]\w*)/g)].flatMap(([, name]) => name ?? []);

/** Components drawn in a file. */
const drawnIn = (file: string) => drawnBy(sourceOf(file));

/** What stands around every page stands around those of the gallery, too: all of the root before its pages. */
const [layout = ""] = sourceOf("app/root.tsx").split("export default");

test("the gallery shows every component, or a reason says where else it is seen", () => {
	// A component is also seen as a part of one that is shown.
	const shown = new Set([...drawnBy(layout), ...samples.flatMap(drawnIn)]);
	for (const file of components) {
		if (exportedBy(file).some((name) => shown.has(name))) for (const name of drawnIn(file)) shown.add(name);
	}
	const missing = components
		.flatMap(exportedBy)
		.filter((name) => !shown.has(name))
		.toSorted();
	expect(missing).toEqual(Object.values(elsewhere).flat().toSorted());
});
