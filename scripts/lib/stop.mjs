/** Ends a script with a message for people instead of a stack trace. */
export class Stop extends Error {
	/** @param {string} message */
	constructor(message) {
		super(message);
		this.name = "Stop";
	}
}
