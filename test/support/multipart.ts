type Field = string | File;

/** A form with files, as a browser sends it. Several values of a field follow each other. */
export function multipart(fields: Readonly<Record<string, Field | readonly Field[]>>): FormData {
	const form = new FormData();
	for (const [name, values] of Object.entries(fields))
		for (const value of [values].flat()) form.append(name, value);
	return form;
}
