import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AppLink } from "~/components/app-link";
import { Icon } from "~/components/icon";
import { PassingWords } from "~/components/live/passing-words";
import { PilotMarks, RegistrationNumber } from "~/components/pilot-marks";
import { PilotName, StarButton } from "~/components/pilot-name";
import { CountedDays, StatusOfResults } from "~/components/results/results-note";
import { ShareButton } from "~/components/share-button";
import { useTexts } from "~/components/use-texts";
import { gliderLabel } from "~/lib/entries/gliders";
import { errorPage } from "~/lib/http/page-guards.server";
import { formatPoints } from "~/lib/i18n/format-number";
import { page } from "~/shell/handle";
import { DaysOfPilot } from "./days-of-pilot";
import { findPilot, type PilotPage, readPilot } from "./page.server";
import { PlacesPicture } from "./places-picture";

type Loaded =
	| { readonly pilot: PilotPage; readonly choice: null }
	| {
			readonly pilot: null;
			readonly choice: NonNullable<
				Extract<Awaited<ReturnType<typeof findPilot>>, { choice: unknown }>
			>["choice"];
	  };

export const handle = page({
	titleOf: (loaded, t) => {
		const { pilot, choice } = loaded as Loaded;
		if (!pilot) return t("pilot.choice", { number: choice[0]?.startNumber });
		return `${pilot.startNumber} ${pilot.fullName}, ${pilot.className}`;
	},
	sharedOf: (loaded) => {
		const { pilot } = loaded as Loaded;
		return pilot ? { kind: "pilot", id: pilot.id } : null;
	},
	cached: [],
});

export async function loader({
	params,
	context: { ctx, sharedNumbers },
}: LoaderFunctionArgs): Promise<Loaded> {
	const found = await findPilot(ctx, params.pilot ?? "", sharedNumbers);
	if (!found) throw errorPage("not-found");
	if ("path" in found && found.path) throw redirect(found.path, 302);
	if ("choice" in found && found.choice) return { pilot: null, choice: found.choice };
	if ("pilot" in found && found.pilot) return { pilot: await readPilot(ctx, found.pilot), choice: null };
	throw errorPage("not-found");
}

export default function Pilot() {
	const { pilot, choice } = useLoaderData<typeof loader>() as Loaded;
	return pilot ? <PilotsCompetition pilot={pilot} /> : <Choice choice={choice} />;
}

/** Two pilots of two classes share the number. */
function Choice({ choice }: { readonly choice: NonNullable<Loaded["choice"]> }) {
	const { t, classNameOf } = useTexts();
	return (
		<>
			<h1>{t("pilot.choice", { number: choice[0]?.startNumber })}</h1>
			<ul className="grid gap-3">
				{choice.map(({ id, startNumber, fullName, classType }) => (
					<li key={id}>
						<span className="start-number">{startNumber}</span>{" "}
						<PilotName pilot={{ id, startNumber, classType, name: fullName }} />{" "}
						<span className="text-muted">{classNameOf(classType)}</span>
					</li>
				))}
			</ul>
		</>
	);
}

function PilotsCompetition({ pilot }: { readonly pilot: PilotPage }) {
	const { t, language } = useTexts();
	const { startNumber, fullName, aeroclub, days, total, live } = pilot;
	return (
		<>
			<div className="page-head">
				<div>
					<div className="flex flex-wrap items-center gap-x-2">
						<h1>
							<span className="start-number">{startNumber}</span> {fullName}
						</h1>
						<PilotMarks {...pilot} />
					</div>
					<p>
						{pilot.secondPilot && `${t("registration.field.secondPilot")}: ${pilot.secondPilot} · `}
						{pilot.className} · {gliderLabel(pilot.gliderName, pilot.handicap, language)},{" "}
						<RegistrationNumber>{pilot.registrationNumber}</RegistrationNumber> · {aeroclub}
					</p>
				</div>
				<div className="button-row print:hidden">
					<StarButton id={pilot.id} name={fullName} />
					{pilot.entryPath && (
						<AppLink className="button" to={pilot.entryPath}>
							<Icon name="edit" />
							{t("pilot.entry")}
						</AppLink>
					)}
					<AppLink className="button" to={pilot.entryPath ? "/starting-list" : "/pilots"}>
						{t(pilot.entryPath ? "nav.startingList" : "pilots.title")}
					</AppLink>
					<ShareButton />
				</div>
			</div>
			<div className="stack">
				{live && (
					<PassingWords>
						<p>
							<Icon name="flying" className="inline" /> {live.text}{" "}
							<span className="block text-muted text-sm">{live.source}</span>
						</p>
					</PassingWords>
				)}
				{total && <TotalLine total={total} />}
				{days.length > 0 ? <DaysOfPilot days={days} /> : <p className="empty">{t("pilot.noDays")}</p>}
				{days.some(({ speedKmh }) => speedKmh !== null) && <p className="text-muted">{t("pilot.flown")}</p>}
				{total && <PlacesPicture total={total} name={fullName} />}
			</div>
		</>
	);
}

function TotalLine({ total }: { readonly total: NonNullable<PilotPage["total"]> }) {
	const { t, language } = useTexts();
	const { status, position, points, gap, path, competitors, after, leftOut } = total;
	const text = (value: number) => t("day.points", { count: value, points: formatPoints(value, language) });
	return (
		<p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
			{position !== null && (
				<strong className="font-display text-3xl">
					{t("pilot.place", { place: position, of: competitors })}
				</strong>
			)}
			<AppLink className="text-xl font-strong" to={path}>
				{text(points)}
			</AppLink>
			{gap > 0 && (
				<span className="text-muted">{t("pilot.gap", { points: formatPoints(gap, language) })}</span>
			)}
			<StatusOfResults status={status} />
			{after && <CountedDays after={after} leftOut={leftOut} />}
		</p>
	);
}
