import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTexts } from "~/components/use-texts";
import { AppLink } from "./app-link";
import type { galleryNames } from "./gallery-names.server";

const pages = [
	["parts", "/dev/gallery"],
	["day", "/dev/gallery/day"],
	["desk", "/dev/gallery/desk"],
	["results", "/dev/gallery/results"],
	["task", "/dev/gallery/task"],
] as const;

interface PiecesPageProps {
	readonly current: (typeof pages)[number][0];
	/** Components by the ends of their texts `pieces.<name>`. */
	readonly pieces: Readonly<Record<string, ReactNode>>;
}

/** A page of components in their states, for people who change a style. One page with all of them would exceed the budget of scripts. */
export function GalleryPage({ current, pieces }: PiecesPageProps) {
	const { t } = useTexts();
	const { names } = useLoaderData<typeof galleryNames>();
	return (
		<>
			<h1>{t("pieces.title")}</h1>
			<nav className="tabs" aria-label={names.pages}>
				{pages.map(([name, path]) => (
					<AppLink
						key={name}
						className="button"
						to={path}
						aria-current={name === current ? "page" : undefined}
					>
						{names[`page.${name}`]}
					</AppLink>
				))}
			</nav>
			{Object.entries(pieces).map(([name, piece]) => (
				<section key={name} className="section" aria-labelledby={`piece-${name}`}>
					<h2 id={`piece-${name}`}>{names[name]}</h2>
					{piece}
				</section>
			))}
		</>
	);
}
