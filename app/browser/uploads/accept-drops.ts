/**
 * Files dropped around the input go into it.
 * @param inputForSeveral takes them where the input itself takes one
 */
export function acceptDrops(input: HTMLInputElement, inputForSeveral: HTMLInputElement = input): void {
	const zone = input.closest<HTMLElement>(".drop-zone");
	const over = (is: boolean) => zone?.toggleAttribute("data-over", is);
	zone?.addEventListener("dragover", (event) => {
		event.preventDefault();
		over(true);
	});
	zone?.addEventListener("dragleave", () => over(false));
	zone?.addEventListener("drop", (event) => {
		event.preventDefault();
		over(false);
		const files = event.dataTransfer?.files;
		if (!files?.length) return;
		const target = files.length > 1 ? inputForSeveral : input;
		target.files = files;
		target.dispatchEvent(new Event("input", { bubbles: true }));
		if (target !== input) target.focus();
	});
}
