import type { i18n } from "i18next";
import type { TextArea } from "~/lib/i18n/text-areas";

/** @throws Error when a part has not come after all attempts: i18next says nothing and shows keys instead of texts */
export async function loadAreas(instance: i18n, areas: readonly TextArea[]): Promise<void> {
	await instance.loadNamespaces(areas);
	const missing = areas.filter((area) => !instance.hasResourceBundle(instance.language, area));
	if (missing.length > 0) throw new Error(`The texts ${missing.join(", ")} could not be loaded`);
}
