import type { Ctx } from "~/lib/context";
import { describeError, logLine } from "~/lib/http/log.server";
import { folded } from "~/lib/i18n/word-search";
import { ownPasswordComplaint, type PasswordOwner } from "./password-rule";

/*
 * A new password is judged three times: by `passwordComplaint` in the browser and again in the schema, by `newPasswordComplaint`,
 * and last, as it asks another service, by `pwnedComplaint`.
 */

/*
 * The commonest passwords of published leaks that are long enough for us: those with 8 characters or more among the first 4,000 of
 * ten million (docs/dependencies.md), in lower case. Only the server has them; the browser checks by rules.
 */
const words = `
baseball football trustno1 jennifer sunshine iloveyou starwars computer michelle princess corvette 1234qwer q1w2e3r4t5 internet
samantha whatever maverick steelers mercedes qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria 1q2w3e4r cocacola marlboro
asdfasdf 12344321 87654321 jordan23 jonathan liverpoo danielle abcd1234 scorpion qazwsxedc password1 slipknot qwerty123 startrek
12341234 redskins butthead asdfghjkl qwertyui liverpool dolphins nicholas elephant mountain 1q2w3e4r5t metallic shithead benjamin
creative rush2112 asdfghjk 4815162342 passw0rd bullshit 1qazxsw2 garfield 01012011 december 11223344 godzilla airborne brooklyn
lifehack platinum darkness blink182 789456123 12qwaszx snowball pakistan redwings williams nintendo guinness november minecraft
asdf1234 lasvegas babygirl dickhead 147258369 explorer snickers metallica alexande paradise michigan carolina lacrosse christin
kimberly kristina 0987654321 poohbear qweasdzxc drowssap caroline einstein spitfire maryjane 1232323q champion svetlana westside
courtney 12345qwert patricia anderson security stargate simpsons scarface 123456789a 1234554321 cherokee usuckballz1 veronica
semperfi scotland marshall qwerty12 98765432 softball passport franklin alexander zaq12wsx infinity kawasaki vladimir freeuser
wildcats brittany bulldogs swordfis patriots pearljam colorado ncc1701d motorola logitech juventus wolverin warcraft hello123
peekaboo 123654789 panthers elizabet spiderma virginia valentin predator mitchell 741852963 rolltide changeme fktrcfylh lovelove
loverboy chevelle cardinal michael1 147852369 american alexandr electric wolfpack spiderman darkside 123456789q 01011980 freepass
fyfcnfcbz airplane 1029384756 cheyenne billybob lawrence pussycat 01012000 chocolat business cjkysirj 123qweasd stingray serenity
greenday charlie1 firebird blizzard a1b2c3d4 sterling password123 hercules tarheels remember basketball zeppelin swimming pavilion
engineer bobafett 21122112 darkstar hellfire fireball rockstar defender swordfish airforce abcdefgh srinivas bluebird presario
wrangler precious harrison goldfish dbrnjhbz soso123aljg thailand longhorn 123qweasdzxc wordpass 31415926 letmein1 assassin
testtest microsoft devildog valentina butterfly lonewolf babydoll atlantis montreal angelina shamrock hotstuff mistress deftones
cadillac blahblah birthday 1234abcd 01011990 veronika cavalier qazwsx123 mustang1 goldberg 12345678910 wolfgang savannah leonardo
basketba cristina aardvark sweetpea freedom1 fredfred manchester kathleen hamilton fuckyou2 renegade drpepper bigboobs
1qaz2wsx3edc christia buckeyes 0123456789 stephani enterpri diamonds wetpussy morpheus pornstar thuglife napoleon highland
chandler trfnthbyf consumer welcome1 123qwe123 wrinkle1 51505150 11235813 butterfl elizabeth sherlock marathon access14 overlord
trombone isabelle barcelona babylon5 ultimate yankees1 superfly campbell geronimo concrete q1w2e3r4t5y6 jessica1 123454321
portugal 14789632 qazxswedc kingkong adgjmptw alejandr 1123581321 isabella margaret bluemoon ghbdtnbr bonehead stallion personal
morrison super123 anything aleksandr rhbcnbyf dietcoke cooldude christop lollipop fernando christian letmein2 punkrock werewolf
giovanni cdtnkfyf tottenha hongkong blackcat a1234567 hollywoo florence gn56gn56 stocking matthew1 immortal makaveli sebastia
ilovesex charlott anthony1 111222333 satan666 columbia infantry eternity waterloo vanhalen skywalke seinfeld standard squirrel
qazwsxed fuckfuck wolverine robinson musicman megadeth verbatim 1q2w3e4r5t6y fuckyou1 stardust showtime 147896325 skittles
shaney14 qwerty12345 123321123 intrepid sandiego punisher 1234567a 192837465 starcraft mushroom blackdog 25802580 slapshot
ekaterina 123698745 1234512345 chargers warriors raistlin gangster coltrane tacobell portland penelope 1a2b3c4d 19841984 12369874
stranger halflife mailcreated5240 qwerasdf playtime kangaroo blackman panasonic christine beautiful spanking lonestar kittycat
goodluck barcelon scoobydo crusader 12312312 hannibal guardian fuckface discover catalina 1122334455 californ angelica william1
stonecol johnjohn septembe scarlett santiago lowrider anastasia vacation sithlord ragnarok keyboard 19921992 nuttertools lorraine
dkflbvbh titleist rootbeer magnolia dodgeram creampie aspirine socrates 1234567q redalert munchkin mersedes imperial blueeyes
bigballs zaq1xsw2 sebastian research national colombia 01012001 caliente rammstein katerina freckles director qazwsxedcrfv
oblivion mustangs margarita deadhead zxcv1234 porkchop grateful fuck_inside formula1 a1s2d3f4 shopping peterpan martinez justdoit
goodtime alexandra thankyou springer sapphire richmond kingston brucelee software thunder1 qawsedrf plymouth mariners heather1
chelsea1 spectrum pineappl labrador 1234567890q stephanie commando amsterdam webmaster southern lesbians 123456qwerty fletcher
thompson candyman aquarius starfish monopoly infiniti gangbang blackjac 8j4ye3uz 19871987 sailboat richard1 godsmack emmanuel
cosworth 19891989 rosemary lightnin chevrole catherin qwerty123456 frontier asshole1 01011991 spartans luckydog 15426378 swingers
snuggles qwertyuio qwert123 mandingo ihateyou beefcake beatrice whocares scooter1 doberman clitoris dannyboy children viktoria
valhalla terminator oklahoma ncc1701a keystone clarence bunghole 19751975 romashka pa55word golfball doughboy achilles charlotte
patrick1 gateway1 deeznuts cowboys1 9876543210 vkontakte phillies jeremiah dilligaf atlantic 19851985 vfrcbvrf technics stripper
september pinkfloy maryland kentucky hastings frederic butthole agent007 01011985 somethin porsche9 hurrican california bearbear
73501505 nathalie microlab function flamingo enterprise 19941994 19781978 01011970 truelove nebraska meatball brothers syracuse
military macdaddy diamond1 warhammer universe sentinel manchest kamikaze handsome dthjybrf designer blueblue australia 321654987
1qaz1qaz 01011981 pokemon1 pantyhos eatpussy 19861986 01011986 superstar rjirfrgbde meatloaf lifetime jamesbon woofwoof rfnthbyf
front242 apollo13 turkey50 starbuck lancelot gordon24 brandon1 bigmoney azsxdcfv rightnow maradona lionking crazybab charlton
19931993 poiuytrewq passwort holyshit japanese bradford wildfire sexygirl poontang microsof chocolate chickens arsenal1 19831983
19951995 13243546 123456aa treasure theodore raiders1 gretchen ericsson albatros 1passwor zxcasdqwe sexsexsex mikemike michaela
jackson1 excalibu anhyeuem sojdlg123aljg 78945612 trinidad pooppoop greenbay greatone applepie 963852741 18436572 lisalisa
hardrock dinosaur rastaman pa55w0rd madeline hollywood hellyeah columbus skywalker rockhard positive melissa1 kcj9wx5n hyperion
happy123 gotohell football1 february abc12345 609609609 yosemite roadkill billyboy 1qa2ws3ed 123789456 tunafish starship saratoga
robotech rasputin rangers1 passwords p0015123 nwo4life megapass kenworth hedgehog davidson anaconda 20102010 12131415
vladislav splinter richards phoenix1 translator railroad pingpong magicman killbill wrestlin tommyboy sherwood passpass pass1234
freeporn crawford bangbang asdasdasd umbrella salvador operator jeanette fktrcfylhf deepthroat chester1 cinnamon broadway 01011988
underdog sunnyday snoopdog multiplelo jasmine1 chemical chainsaw catherine canadian brighton australi alliance 19721972 19691969
supersta snowboar r2d2c3po mechanic mamapapa golfgolf ghjcnjnfr downtown christopher chicken1 bullseye skorpion saturday peterson
meredith lkjhgfdsa eastside blackhaw backdoor westwood marino13 jamesbond getmoney boomboom beerbeer apple123 passwor1 01011987
01011984 undertaker sinclair samsung1 moneyman marianne gargoyle federico amsterda 1x2zkg8w 19881988 19741974 zerocool vfvfgfgf
test1234 idontknow a123456789 19731973 03082006 02071986 vfhufhbnf motherlode lokomotiv kristine goldstar christina chrisbln
america1 20012001 12345678q whitesox titanium thursday thirteen tazmania starfire qwerqwer qazwsx12 panasoni paintbal newcastl
hotpussy giuseppe babyblue attitude 10203040 01011910 sunflowe solution phillips godfather clarinet superman 12345679 tomorrow
southpark sersolution rhfcjnrf qwerty1234 paintball montgom240 johannes intruder gesperrt francois dkflbckfd dfktynbyf christie
callaway 19821982 19811981 12qw34er 123qwerty salamander resident poseidon pianoman chuckles avalanch 1q2w3e4r5 superman1
`;

export const leakedPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));

/** Whether a password is leaked, also with the digits and marks that people put behind one to get it past a rule. */
function isLeakedPassword(password: string): boolean {
	const plain = folded(password);
	const stem = plain.replace(/[\d\P{L}]+$/u, "");
	return leakedPasswords.has(plain) || leakedPasswords.has(stem);
}

/** The key of a complaint that the browser cannot make about a new password; null when it is good. */
export function newPasswordComplaint(password: string, owner: PasswordOwner): string | null {
	return isLeakedPassword(password) ? "form.password.common" : ownPasswordComplaint(password, owner);
}

const timeoutMilliseconds = 1000;

/** Characters of the digest that are sent to Have I Been Pwned. */
const prefixLength = 5;

/**
 * Returns the key of a complaint about a password that Have I Been Pwned has seen in a leak. Its range interface gets five
 * characters of the digest and lists the rest of all digests that begin with them, padded so that the length of the answer reveals
 * nothing. Returns null for any other password, when the settings turn the check off, and when no answer comes within a second: a
 * new password must not depend on another service.
 */
export async function pwnedComplaint({ settings, requestId }: Ctx, password: string): Promise<string | null> {
	if (settings.pwnedPasswordsUrl === null) return null;
	try {
		const digest = await sha1(password);
		const listed = await rangeOf(settings.pwnedPasswordsUrl, digest.slice(0, prefixLength));
		return isListed(listed, digest.slice(prefixLength)) ? "form.password.common" : null;
	} catch (error) {
		logLine("error", "pwned-passwords.failed", { requestId, ...describeError(error) });
		return null;
	}
}

async function sha1(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
	return Buffer.from(digest).toString("hex").toUpperCase();
}

async function rangeOf(baseUrl: string, prefix: string): Promise<string> {
	const response = await fetch(`${baseUrl}/range/${prefix}`, {
		headers: { "Add-Padding": "true", "User-Agent": "glidercup" },
		redirect: "manual",
		signal: AbortSignal.timeout(timeoutMilliseconds),
	});
	if (!response.ok) throw new Error(`status ${response.status}`);
	return response.text();
}

/** Whether a list of `SUFFIX:COUNT` has the suffix. Lines that pad the list count 0. */
function isListed(list: string, suffix: string): boolean {
	const line = list.split(/\r?\n/).find((one) => one.startsWith(`${suffix}:`));
	return line !== undefined && Number(line.slice(suffix.length + 1)) > 0;
}
