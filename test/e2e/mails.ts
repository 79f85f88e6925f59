import { expect, type Page } from "@playwright/test";
import { sentAgain } from "./requests";

export interface Mail {
	readonly to: string;
	readonly subject: string;
	readonly text: string;
}

/** Waits for the mail to an address whose subject or text holds `part`, spaces that do not break included; the newest one when there are more. */
export async function mailTo(page: Page, address: string, part: string): Promise<Mail> {
	const mails: Mail[] = [];
	await expect
		.poll(
			async () => {
				const all: Mail[] = await (await page.request.get("/dev/mail.json", sentAgain)).json();
				const holdsPart = ({ subject, text }: Mail) =>
					`${subject}\n${text}`.replaceAll("\u00a0", " ").includes(part);
				mails.push(...all.filter((mail) => mail.to === address && holdsPart(mail)));
				return mails.length;
			},
			{ message: `mail with "${part}" to ${address}`, timeout: 20_000 },
		)
		.toBeGreaterThan(0);
	return mails[0] as Mail;
}
