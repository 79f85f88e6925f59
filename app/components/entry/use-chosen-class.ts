import { type ChangeEvent, useEffect, useState } from "react";

/**
 * The competition class chosen in a form.
 * @param selectId id of the select, which a browser may have filled in again before scripts ran
 * @param onChange called when somebody chooses another class
 */
export function useChosenClass(selectId: string, initial: string, onChange: () => void) {
	const [classId, setClassId] = useState(initial);
	useEffect(() => {
		const select = document.getElementById(selectId);
		if (select instanceof HTMLSelectElement) setClassId(select.value);
	}, [selectId]);
	const choose = (event: ChangeEvent<HTMLSelectElement>) => {
		setClassId(event.currentTarget.value);
		onChange();
	};
	return [classId, choose] as const;
}
