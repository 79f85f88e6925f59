import { useRootData } from "./use-root-data";

/** What people call the classes of the edition, by their keys. */
export function useClassName(): (type: string) => string {
	const classes = useRootData()?.edition.classes ?? [];
	return (type) => classes.find((one) => one.type === type)?.name ?? type;
}
