import type { Ticked } from "~/lib/season/prepare-next-year.server";
import type { toPage } from "./page.server";

type Page = ReturnType<typeof toPage>;

interface OfferedProps {
	readonly offered: Pick<Page, "same" | "groups" | "gliders" | "documents" | "people">;
	/** As the form was sent; null before. */
	readonly ticked: Ticked | null;
	readonly words: Page["words"];
}

/** Everything that the draft could take over. */
export function Offered({
	offered: { same, groups, gliders, documents, people },
	ticked,
	words,
}: OfferedProps) {
	const asTicked = (name: "groups" | "documents" | "people", value: string, otherwise: boolean) =>
		ticked ? (ticked[name] as readonly string[]).includes(value) : otherwise;
	return (
		<>
			{groups.length > 0 && (
				<Ticks
					legend={words.settings}
					name="group"
					ticks={groups.map((one) => ({ ...one, isTicked: asTicked("groups", one.value, true) }))}
				/>
			)}
			{same && <p className="muted">{same}</p>}
			{gliders && (
				<Ticks
					legend={words.lists}
					name="gliders"
					ticks={[{ ...gliders, isTicked: ticked?.gliders ?? true }]}
				/>
			)}
			{documents.length > 0 && (
				<Ticks
					legend={words.documents}
					name="document"
					ticks={documents.map((one) => ({ ...one, isTicked: asTicked("documents", one.value, false) }))}
				/>
			)}
			<Ticks
				legend={words.people}
				hint={words.peopleHint}
				name="person"
				ticks={people.map(({ isMember, ...one }) => ({
					...one,
					isDisabled: isMember,
					isTicked: asTicked("people", one.value, one.isTicked),
				}))}
			/>
		</>
	);
}

interface Tick {
	readonly value: string;
	readonly label: string;
	readonly note: string;
	readonly isTicked: boolean;
	readonly isDisabled?: boolean;
}

interface TicksProps {
	readonly legend: string;
	readonly hint?: string;
	readonly name: string;
	readonly ticks: readonly Tick[];
}

/** A list of things to tick, each with a note about it. */
function Ticks({ legend, hint, name, ticks }: TicksProps) {
	return (
		<fieldset>
			<legend>{legend}</legend>
			{hint && <p className="muted">{hint}</p>}
			<ul className="lined">
				{ticks.map(({ value, label, note, isTicked, isDisabled = false }) => (
					<li key={value}>
						<div className="field-check">
							<input
								type="checkbox"
								id={`${name}-${value}`}
								name={name}
								value={value}
								defaultChecked={isTicked}
								disabled={isDisabled}
								aria-describedby={`${name}-${value}-note`}
							/>
							<label htmlFor={`${name}-${value}`} className="break-words">
								{label}
							</label>
						</div>
						<p className="muted break-words" id={`${name}-${value}-note`}>
							{note}
						</p>
					</li>
				))}
			</ul>
		</fieldset>
	);
}
