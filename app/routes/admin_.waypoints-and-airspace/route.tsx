import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EvaluationProgress } from "~/components/step-progress";
import { useTexts } from "~/components/use-texts";
import { codePages } from "~/lib/csv/csv-reader";
import { bodyOf, isUpload, readForm, readUpload, refusedBody } from "~/lib/http/body.server";
import { requireStaff } from "~/lib/http/page-guards.server";
import { answer, redirectWithFlash } from "~/lib/http/redirect.server";
import { rereadChart, restoreChart } from "~/lib/tasks/charts/put-chart-in-force.server";
import { takeInAirspace } from "~/lib/tasks/charts/take-in-airspace.server";
import { page } from "~/shell/handle";
import { chartKinds } from "~db/enums";
import { ChartSection } from "./chart-section";
import { AirspaceList, ChartPreview, WaypointList } from "./contents";
import { readCharts, uploadChart } from "./files.server";

export const handle = page({
	title: "chart.title",
});

const path = "/admin/waypoints-and-airspace";

export async function loader({ context }: LoaderFunctionArgs) {
	return await readCharts(requireStaff(context, "tasks"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	const ctx = requireStaff(context, "tasks");
	const form = bodyOf(await (isUpload(request) ? readUpload(request) : readForm(request)));
	if (!isUpload(request)) {
		const codePage = codePages.find((one) => one === form.get("codePage"));
		if (codePage) return answerReread(await rereadChart(ctx, String(form.get("reread") ?? ""), codePage));
		const decision = decisionIn(form);
		if (decision) {
			const flash = decision.isTakenIn ? "chartFile.takeIn.success" : "chartFile.leaveOut.success";
			return answer(path, await takeInAirspace(ctx, decision), flash);
		}
		return answer(path, await restoreChart(ctx, String(form.get("id") ?? "")), "chart.restore.success");
	}
	const kind = chartKinds.find((one) => one === form.get("kind"));
	if (!kind) throw refusedBody("bad-request");
	const uploaded = await uploadChart(ctx, kind, form.get("chart"));
	if (!uploaded.ok) return data(uploaded.reply, 400);
	return redirectWithFlash(path, uploaded.isWhole ? "chart.add.success" : "chart.add.partly");
}

function answerReread(reread: Awaited<ReturnType<typeof rereadChart>>) {
	return answer(path, reread, ({ complaints }) =>
		complaints.length === 0 ? "chart.add.success" : "chart.add.partly",
	);
}

/** The press about a space that waits; null for another. */
function decisionIn(form: FormData) {
	const [takeIn, leaveOut] = [form.get("takeIn"), form.get("leaveOut")];
	const name = takeIn ?? leaveOut;
	if (name === null) return null;
	return { id: String(form.get("id") ?? ""), name: String(name), isTakenIn: takeIn !== null };
}

export default function ChartsPage() {
	const { t } = useTexts();
	const { charts, drawing, waypoints, airspaces, spaces, evaluating, letters } =
		useLoaderData<typeof loader>();
	const reply = useActionData<typeof action>();
	return (
		<div className="stack">
			<div>
				<h1>{t("chart.title")}</h1>
				<p>{t("chart.about")}</p>
			</div>
			<EvaluationProgress evaluating={evaluating} />
			{drawing && (
				<section aria-labelledby="chart-map">
					<h2 id="chart-map" className="mb-4">
						{t("chart.map")}
					</h2>
					<ChartPreview drawing={drawing} points={waypoints.length} />
					{waypoints.length > 0 && <WaypointList waypoints={waypoints} />}
					{airspaces.length > 0 && <AirspaceList airspaces={airspaces} />}
				</section>
			)}
			{chartKinds.map((kind) => (
				<ChartSection
					key={kind}
					kind={kind}
					charts={charts.filter((chart) => chart.kind === kind)}
					spaces={kind === "airspace" ? spaces : null}
					reply={reply?.kind === kind ? reply : undefined}
					letters={kind === "waypoints" ? letters : null}
				/>
			))}
		</div>
	);
}
