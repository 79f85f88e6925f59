import { useTranslation } from "react-i18next";

interface ClassHeadProps {
	readonly type: string;
	readonly counts: { readonly starters: number; readonly reserves: number; readonly waiting: number };
}

export function ClassHead({ type, counts }: ClassHeadProps) {
	const { t } = useTranslation();
	return (
		<>
			<h2 id={`class-${type}`}>{t(`competitionClass.${type}`)}</h2>
			<p className="muted mb-3">
				{[
					t("startingList.count.accepted", { count: counts.starters }),
					t("startingList.count.reserves", { count: counts.reserves }),
					t("startingList.count.waiting", { count: counts.waiting }),
				].join("\u00a0· ")}
			</p>
		</>
	);
}
