/* Of a command under test, with `node --import`: it runs on the day of DAY_OF_COMMAND. */

const RealDate = Date;
const ahead = RealDate.parse(process.env.DAY_OF_COMMAND ?? "") - RealDate.now();

globalThis.Date = class extends RealDate {
	/** @param {[]} parts */
	constructor(...parts) {
		if (parts.length === 0) super(RealDate.now() + ahead);
		else super(...parts);
	}

	static now() {
		return RealDate.now() + ahead;
	}
};
