import type { Finding } from "./performance";

/**
 * Names a finding of a flight, so that the form of a proposed penalty says which one was seen. A finding of another value is
 * another one.
 */
export function findingKey({ kind, at, point, proposedPoints, space }: Finding): string {
	return [kind, point, at, proposedPoints, ...(space ? [space.name] : [])].join("/");
}
