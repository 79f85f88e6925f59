/* Of a command under test, with `node --import`: what it asks of the site is asked of the fake of Cloudflare, which runs the site. */

const { fetch } = globalThis;
const { SITE_OF_FAKE = "", FAKE_SITE = "" } = process.env;

globalThis.fetch = (input, init) =>
	fetch(typeof input === "string" ? input.replace(SITE_OF_FAKE, FAKE_SITE) : input, init);
