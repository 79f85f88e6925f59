import { DataCell, DataRow, DataTable, RowHeader } from "~/components/data-table";
import type { SpacesInForce } from "./files.server";

/** How many spaces of the file in force are checked, and a press for each about which organisers decide. */
export function WaitingSpaces({ spaces }: { readonly spaces: SpacesInForce }) {
	const { id, checked, title, hint, columns, waiting } = spaces;
	return (
		<>
			<p className="mb-4">{checked}</p>
			{waiting.length > 0 && (
				<details className="mb-4" open={waiting.some(({ isTakenIn }) => !isTakenIn)}>
					<summary id="waiting-spaces">{`${title} (${waiting.length})`}</summary>
					<p className="my-2">{hint}</p>
					<form method="post">
						<input type="hidden" name="id" value={id} />
						<DataTable labelledBy="waiting-spaces" columns={columns} compact>
							{waiting.map(({ name, why, isTakenIn, state, button }) => (
								<DataRow key={name}>
									<RowHeader>{name}</RowHeader>
									<DataCell label={columns[1]}>{why}</DataCell>
									<DataCell label={columns[2]}>
										{state}{" "}
										<button
											type="submit"
											className="button"
											name={isTakenIn ? "leaveOut" : "takeIn"}
											value={name}
										>
											{button}
											<span className="sr-only">{` ${name}`}</span>
										</button>
									</DataCell>
								</DataRow>
							))}
						</DataTable>
					</form>
				</details>
			)}
		</>
	);
}
