/** Sent when several files were tried: React reads the own flights again. */
export const uploadedEvent = "app:uploaded";

/** What the script says, in the reader's language; the form carries it as JSON in `data-texts`. */
export interface UploadTexts {
	/** Hint of the file input that takes several files. */
	readonly several: string;
	/** `{name}` stands for the file. */
	readonly progress: string;
	readonly receipt: string;
	/** The log was not uploaded. */
	readonly refused: string;
	/** The log was not uploaded, and the server said nothing. */
	readonly lost: string;
	/** About a log that waits in the browser, and its buttons. */
	readonly waiting: Readonly<Record<"offline" | "later" | "login" | "tryAgain" | "discard", string>>;
	/** Complaints about a file, before it is sent. */
	readonly file: Readonly<Record<"notIgc" | "empty" | "tooLarge" | "alone", string>>;
	readonly summary: string;
	/** Stands before the title of a page whose form was refused. */
	readonly titlePrefix: string;
	/** By the name of a required field. */
	readonly fields: Readonly<Record<string, { readonly label: string; readonly missing: string }>>;
}

/** The server writes them with `UploadTexts`. */
export function textsOfForm(form: HTMLFormElement): UploadTexts {
	return JSON.parse(form.dataset.texts ?? "") as UploadTexts;
}
