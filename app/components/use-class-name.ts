import { useRootData } from "./use-root-data";

/** Returns a function that gives the name people use for a class, by its key. */
export function useClassName(): (type: string) => string {
	const classes = useRootData()?.edition.classes ?? [];
	return (type) => classes.find((one) => one.type === type)?.name ?? type;
}
