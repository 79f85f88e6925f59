/** Sent when several files were tried: React reads the own flights again. */
export const uploadedEvent = "app:uploaded";

/** The texts of the script in the reader's language. The form has them as JSON in `data-texts`. */
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
	/** First option of a field that the log itself fills in, alone and with what the browser has found as `{found}`. */
	readonly fromLog: Readonly<Record<"any" | "found" | "each", string>>;
	/** Questions about a log that names several pilots, by their reason. `{pilots}` stands for these pilots. */
	readonly ask: Readonly<Record<string, string>>;
	readonly send: string;
	readonly summary: string;
	/** Stands before the title of a page whose form was refused. */
	readonly titlePrefix: string;
	/** Labels by the name of the field. */
	readonly fields: Readonly<Record<string, string>>;
	readonly noFile: string;
}

/** JSON of the server for an accepted log, with texts in the reader's language. */
export interface UploadReply {
	/** Path. */
	readonly receipt: string;
	/** Nothing looks wrong. */
	readonly fine: boolean;
	readonly msg: string;
}

/** The server writes them with `UploadTexts`. */
export function textsOfForm(form: HTMLFormElement): UploadTexts {
	return JSON.parse(form.dataset.texts ?? "") as UploadTexts;
}
