/** Seconds of "HH:MM:SS" or "HH:MM"; null for anything else. */
export function secondsOf(text: string | null): number | null {
	const parts = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text?.trim() ?? "");
	if (!parts) return null;
	const [hours, minutes, seconds] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 0)];
	return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** "HH:MM:SS". */
export function clockOf(seconds: number): string {
	const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
	return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}
