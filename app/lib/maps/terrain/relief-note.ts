import type { TFunction } from "i18next";
import type { TerrainSource } from "./tile";

/** Whose heights a map shows. It stands wherever they are drawn. */
export function reliefNote(t: TFunction, sources: readonly TerrainSource[]): string {
	return t("map.relief", { source: sources.map((source) => t(`map.relief.${source}`)).join(", ") });
}
