import { flatRoutes } from "@remix-run/fs-routes";
import { route } from "@remix-run/route-config";

/** Every component in its states; not in the build that is deployed, see scripts/lib/build.ts. */
const gallery = [
	route("dev/gallery", "../test/gallery/parts.tsx"),
	...["day", "desk", "results", "task"].map((name) =>
		route(`dev/gallery/${name}`, `../test/gallery/${name}.tsx`),
	),
];

/** The organisers' address of the days, which the specification names: the same page. */
const days = route("competition-days", "routes/days._index/route.tsx", { id: "routes/competition-days" });

/** Addresses of before, which lead on. */
const moved = ["audit", "erasures", "logs", "mail", "missing", "results"].map((name) =>
	route(`admin/${name}`, "routes/moved.ts", { id: `routes/admin.${name}` }),
);

export default (async () => [
	...(await flatRoutes({ ignoredRouteFiles: ["routes/moved.ts"] })),
	days,
	...moved,
	...(process.env.GALLERY === "on" ? gallery : []),
])();
