import { complaints } from "~/lib/forms/fields";
import { limits, shortestPassword } from "~/lib/forms/limits";
import { folded } from "~/lib/i18n/word-search";

export interface PasswordOwner {
	readonly name: string;
	readonly surname: string;
	readonly email: string;
}

/**
 * The key of a complaint about a new password's length or about a common password; null when it is good. The server judges more:
 * `newPasswordComplaint` of judge-new-password.server.ts.
 */
export function passwordComplaint(password: string): string | null {
	const length = [...password].length;
	if (length < shortestPassword) return complaints.tooShort(shortestPassword);
	if (length > limits.password) return complaints.tooLong(limits.password);
	return isCommonPassword(password) ? "form.password.common" : null;
}

/** The key of a complaint about a password that is the owner's name or e-mail address, apart from digits and marks. */
export function ownPasswordComplaint(
	password: string,
	{ name, surname, email }: PasswordOwner,
): string | null {
	const own = [name, surname, name + surname, surname + name, email, email.split("@", 1)[0] ?? ""];
	const plain = letters(password);
	return plain !== "" && own.some((text) => letters(text) === plain) ? "form.password.own" : null;
}

/** The letters of a text, or its digits if it has no letters. */
function letters(text: string): string {
	const plain = folded(text);
	return plain.replace(/\P{L}/gu, "") || plain.replace(/\D/g, "");
}

/*
 * The most common passwords, in lower case without accents: from lists of leaked passwords, and from what Czech pilots
 * are likely to choose. Trailing digits and marks are cut off before the look-up, so "heslo2025!" is found as "heslo".
 */
const words = `
1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw a12345678 a1b2c3d a1b2c3d4 aa123456 aaaaaa abc123abc abcd abcdef
abcdefg abcdefgh access adela admin adminadmin administrator aeroklub airplane alena alexander amanda america andrea
andrej andrew angel angelina anicka anthony apple arsenal asdf asdfasdf asdfgh asdfghjk asdfghjkl ashley autobus
babicka bailey banana banik barbora barcelona baseball basketball batman beautiful benjamin bezhesla blahblah blanka
bohemia brandon buster butterfly caroline ceskarepublika cesko charlie cheese chelsea chocolate cokolada computer
cookie corvette cowboy dallas daniel daniela danielka david default delphin demo denisa diamond dominik dominika
dragon eagle easy eliska elizabeth emma eva ferrari flower fluffy football forever frantisek freedom friends fuckoff
fuckyou gabriela gandalf garfield george ginger glider gliding guest hana hannah harley heather hello helloworld
heslicko heslo heslojeheslo heslopolicko hockey hokej honza hovno iloveu iloveyou internet jackson jakub jana janicka
jaroslav jaroslava jasmine jasper jennifer jessica jesus jirina jirka jitka jonathan jordan joseph joshua justin
kacenka karel karolina katerina katka kikina killer kluzak kocicka kocour kocourek konicek kralicek kristina kveta
ladislav laska lenka leonardo letadlo letiste letmein liverpool login lucie lucinka ludek lukas magdalena maggie
manchester marcela marek margaret marie marketa martin martina martinka master matej matrix matthew maverick mazlicek
medvidek melissa mercedes merlin michael michaela michal michelle mickey milacek milenka miluju milujute miroslav misa
monika monkey morava mustang mypassword naruto nemamheslo nevim nevimheslo nicole nikola nikolka nothing novak
novakova olivia olomouc ondra ondrej orange ostrava p4ssw0rd p4ssword p@ssw0rd p@ssword pa55w0rd pa55word passw0rd
password passwordpassword patricia patrik pavel pavla pavlina pavlinka pejsek pepper petr petra petricek phoenix pilot
plachtar pokemon pokus policie praha prdel princess princezna pusinka q12345678 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx
qazwsxedc qwer qwert qwerty qwertyu qwertyui qwertyuiop qwertz qwertzui qwertzuiop rachel radek rainbow ranger rebecca
richard robert rocky root sabina samantha samsung samuel sarah scooby secret sexy shadow silver simona slavia slunce
slunicko snoopy soccer sparta spartapraha spiderman starwars stepan summer sunflower sunshine superman svoboda
svobodova tajneheslo tajny taylor tereza terezka test tester testing testtest thomas thunder tiger tigger tomas
tomasek toyota trustno user veronika verunka victoria vitek vladimir vojtech welcome whatever william winner winter
xxxxxx yankees yellow zaq12wsx zaq1xsw zaqwsx zdenek zdenka zuzana zuzanka
`;

const common = new Set(words.split(/\s+/).filter(Boolean));

/** Rows of keys. A password may run along them in both directions, and a run of digits may begin again after the last one. */
const runs = ["0123456789012345678901234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "qwertzuiop"];

export function isCommonPassword(password: string): boolean {
	const plain = folded(password);
	if (new Set(plain).size <= 2) return true;
	const reversed = [...plain].reverse().join("");
	if (runs.some((run) => run.includes(plain) || run.includes(reversed))) return true;
	const stem = plain.replace(/[\d\P{L}]+$/u, "");
	const bare = plain.replace(/[^\p{L}\d]/gu, "");
	// Up to nine digits alone are a date, a phone number or a run of keys.
	if (/^\d+$/.test(bare) && bare.length <= 9) return true;
	return [plain, stem, bare, bare.replace(/\d+$/, ""), halfOf(plain)].some((text) => common.has(text));
}

/** The half of a text that repeats itself, else the text. */
function halfOf(text: string): string {
	const half = text.slice(0, text.length / 2);
	return half + half === text ? half : text;
}
