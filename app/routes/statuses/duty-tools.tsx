import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type BoardChoice, boardPath, dutyFilters } from "./board-address";

type Shown = Pick<BoardChoice, "find" | "only">;

interface DutyToolsProps {
	readonly choice: BoardChoice;
	readonly shown: Shown;
	readonly onShow: (shown: Shown) => void;
	/** The newest change and the undo. */
	readonly children: ReactNode;
}

/** Stays at the top of the screen. */
export function DutyTools({ choice, shown, onShow, children }: DutyToolsProps) {
	const { t } = useTranslation();
	return (
		<div className="duty-tools no-print">
			<Form method="get" action="/statuses" role="search" onSubmit={(event) => event.preventDefault()}>
				{[...new URLSearchParams(boardPath({ ...choice, find: null }).split("?")[1])].map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label className="sr-only" htmlFor="duty-find">
					{t("statuses.duty.find")}
				</label>
				<input
					id="duty-find"
					type="search"
					name="find"
					placeholder={t("statuses.duty.find")}
					autoComplete="off"
					autoCapitalize="characters"
					enterKeyHint="search"
					value={shown.find ?? ""}
					onChange={({ currentTarget }) => onShow({ ...shown, find: currentTarget.value || null })}
				/>
			</Form>
			<ul className="tabs" aria-label={t("statuses.duty.filters")}>
				{[null, ...dutyFilters].map((only) => (
					<li key={only}>
						<a
							className="button"
							href={boardPath({ ...choice, ...shown, only })}
							aria-current={shown.only === only ? "true" : undefined}
							onClick={(event) => {
								event.preventDefault();
								onShow({ ...shown, only });
							}}
						>
							{t(filterText(only))}
						</a>
					</li>
				))}
			</ul>
			<div className="duty-changes">{children}</div>
		</div>
	);
}

function filterText(only: BoardChoice["only"]): string {
	if (only === null) return "statuses.duty.all";
	return only === "none" ? "statuses.duty.none" : `competitorStatus.${only}`;
}
