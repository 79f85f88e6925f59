import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DeskLinks } from "~/components/desk/desk-links";
import { MissingList } from "~/components/desk/missing-list";
import { EndingDutyLinks } from "~/components/desk/own-duty-links";
import { TypedPhones } from "~/components/desk/phones";
import { UndoLaunch } from "~/components/desk/undo-launch";
import type { MissingPilot } from "~/lib/desk/missing-pilots.server";
import { textsOf } from "~/lib/i18n/i18n.server";
import { PilotOnGrid, type ShownPilot } from "~/routes/grid/pilot-on-grid";
import { DutyRow } from "~/routes/statuses/duty-row";
import { pilotStatuses } from "~db/enums";
import { GalleryPage, galleryHandle } from "./gallery-page";

export const handle = galleryHandle;

export function loader({ context }: LoaderFunctionArgs) {
	const { t } = textsOf(context.ctx.language);
	return { missed: t("desk.missing.title", { count: allMissing.length }) };
}

export default function PiecesOfDesk() {
	return (
		<GalleryPage
			current="Desk"
			pieces={{
				"Pages of the desk": <DeskLinks current="grid" />,
				Grid: <GridSamples />,
				"Statuses on duty": <DutySamples />,
				"Who is missing": <MissingSamples />,
			}}
		/>
	);
}

const path = "/dev/gallery/desk";
const date = "2025-07-17";
const at = (time: string) => new Date(`${date}T${time}Z`);

const standing: ShownPilot = {
	id: "standing",
	startNumber: "7K",
	registrationNumber: "OK-1234",
	gliderType: "LS 4",
	fullName: "Jakub Hradecký",
	nation: "CZ",
	isGuest: false,
	isDisqualified: false,
	launches: [],
	takenBack: null,
	isScratched: false,
	scratchReason: null,
	remark: null,
};

const onGrid: readonly ShownPilot[] = [
	standing,
	{ ...standing, id: "remark", startNumber: "X1", remark: "Bez ocasního kolečka" },
	{ ...standing, id: "launched", startNumber: "GN6", launches: [at("09:41:00")] },
	{ ...standing, id: "relight", startNumber: "577", launches: [at("09:43:00"), at("10:20:00")] },
	{ ...standing, id: "taken-back", startNumber: "W7", takenBack: at("09:45:00") },
	{ ...standing, id: "scratched", startNumber: "B2", isScratched: true, scratchReason: "horečka" },
];

/** Pilots on the ground, launched, launched again, taken back and scratched, for the desk and for everybody; a launch that can be undone. */
function GridSamples() {
	return (
		<div className="stack">
			{[true, false].map((atDesk) => (
				<ul key={String(atDesk)} className="card lined">
					{onGrid.map((pilot) => (
						<PilotOnGrid
							key={pilot.id}
							pilot={atDesk ? pilot : { ...pilot, id: `all-${pilot.id}`, scratchReason: null, remark: null }}
							day="sample"
							path={path}
							canChange={atDesk}
							canLaunch={atDesk}
						/>
					))}
				</ul>
			))}
			<UndoLaunch
				type="club"
				launch={{ at: at("09:41:00").getTime(), count: 14 }}
				day="sample"
				path={path}
				errorText=""
			/>
		</div>
	);
}

/** Every status, and somebody who is out with and without a place. */
function DutySamples() {
	const row = { registrationId: "sample", startNumber: "7K", fullName: "Jakub Hradecký", classType: "club" };
	const link = { name: "Petra u dráhy", date };
	return (
		<>
			<EndingDutyLinks held={[link]} lost={[]} />
			<EndingDutyLinks held={[]} lost={[link]} />
			<ul className="duty-list">
				{[null, ...pilotStatuses].map((status) => (
					<DutyRow
						key={status}
						row={{ ...row, id: `sample-${status}`, status, hasPlace: false }}
						day={date}
						path={path}
					/>
				))}
				<DutyRow
					row={{ ...row, id: "sample-placed", status: "OUTLANDING", hasPlace: true }}
					day={date}
					path={path}
				/>
			</ul>
		</>
	);
}

type ShownMissing = MissingPilot & { readonly live: string | null };

const missing: ShownMissing = {
	live: null,
	id: "sample",
	dayId: "sample",
	date,
	statusId: null,
	status: "FLYING",
	classType: "club",
	startNumber: "7K",
	registrationNumber: "OK-1234",
	fullName: "Jakub Hradecký",
	...{
		phones: ["+420 601 234 567"],
		crewPhone: null,
		lastSign: { kind: "status", at: at("10:12:00") },
		landing: null,
		unconfirmed: { shown: 0, more: 0 },
	},
};

const landing = {
	endsAt: at("14:10:00"),
	landedAt: at("14:10:00"),
	position: null,
	isAtAirfield: false,
	isOver: false,
};

const flooded = { unconfirmed: { shown: 3, more: 37 } };

const heard = "15 km north-west of Ledeč, 1,640 m, 92 km/h (OGN, 15:42)";

/** Who says nothing, who is out at no known place with a crew and many reports of others, who has a log, and who was heard last. */
const allMissing: readonly ShownMissing[] = [
	{ ...missing, lastSign: null },
	{ ...missing, id: "reported", status: "OUTLANDING", crewPhone: "+420 602 765 432", ...flooded },
	{ ...missing, id: "logged", landing, lastSign: { kind: "log", at: landing.endsAt } },
	{ ...missing, id: "heard", live: heard, lastSign: { kind: "live", at: at("13:42:00") } },
];

function MissingSamples() {
	const { missed } = useLoaderData<typeof loader>();
	return (
		<>
			<MissingList pilots={allMissing} title={missed} sunset={at("19:01:00")} now={at("19:30:00")} />
			<TypedPhones phones={["+420 603 456 789", "+420 604 567 890"]} />
		</>
	);
}
