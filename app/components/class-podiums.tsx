import { useTexts } from "~/components/use-texts";
import type { ClassPodium } from "~/lib/results/class-totals.server";
import { resultsPath } from "~/lib/results/results-address";
import { AppLink } from "./app-link";
import { Podium } from "./podium";

/** Who leads or has won each class that was scored, after which day. */
export function ClassPodiums({ classes }: { readonly classes: readonly ClassPodium[] }) {
	const { t, classNameOf } = useTexts();
	return (
		<div className="grid-fit-80 gap-x-6 gap-y-4">
			{classes.map(({ id, type, podium, isWon, mayChange, after }) => {
				const name = classNameOf(type);
				return (
					<article key={id} className="card grid content-start gap-3 px-5 py-4">
						<h3 className="text-figure">{name}</h3>
						<p className="muted">
							{t(isWon ? "home.now.winners" : "home.now.leaders")}. {after}
						</p>
						<Podium
							classType={type}
							label={t("home.now.podium", { class: name })}
							rows={podium}
							mayChange={mayChange}
						/>
						<p>
							<AppLink to={resultsPath({ view: "total", classId: id })}>{t("home.now.overall")}</AppLink>
						</p>
					</article>
				);
			})}
		</div>
	);
}
