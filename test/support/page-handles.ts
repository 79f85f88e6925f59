import { type PageHandle, pageHandle } from "~/shell/handle";

const modules = import.meta.glob<unknown>("../../app/routes/*/route.tsx", { eager: true, import: "handle" });

/** What every page says about itself, by the id of its route. */
export const pageHandles: ReadonlyMap<string, PageHandle> = new Map(
	Object.entries(modules).map(([file, handle]) => {
		const id = file.replace(/^.*\/app\//, "").replace(/\/route\.tsx$/, "");
		const page = pageHandle(handle);
		if (!page) throw new Error(`${id} says nothing about its page`);
		return [id, page];
	}),
);
