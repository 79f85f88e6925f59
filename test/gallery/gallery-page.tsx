import type { ReactNode } from "react";
import { AppLink } from "~/components/app-link";
import { page } from "~/shell/handle";

/* The pages that scripts/lib/build.ts adds in local mode. They speak to developers, so their own words are in one language. */

const pages = [
	["Forms and messages", "/dev/gallery"],
	["Flying day", "/dev/gallery/day"],
	["Desk", "/dev/gallery/desk"],
	["Results and points", "/dev/gallery/results"],
	["Task", "/dev/gallery/task"],
] as const;

const title = "Gallery of components";

export const galleryHandle = page({ titleOf: () => title });

/** What the samples say, in the language of most readers. */
export const sample = {
	hint: "Tak, jak je v papírech.",
	label: "Kluzák",
	save: "Uložit",
	text: "V hangáru, s počasím dne.",
	title: "Briefing je v 9.30",
	word: "Náhradník",
} as const;

interface GalleryPageProps {
	readonly current: (typeof pages)[number][0];
	/** Components by their headings. */
	readonly pieces: Readonly<Record<string, ReactNode>>;
}

/** A page of components in their states, for people who change a style. */
export function GalleryPage({ current, pieces }: GalleryPageProps) {
	return (
		<>
			<h1>{title}</h1>
			<nav className="tabs" aria-label="Pages of the gallery">
				{pages.map(([name, path]) => (
					<AppLink
						key={name}
						className="button"
						to={path}
						aria-current={name === current ? "page" : undefined}
					>
						{name}
					</AppLink>
				))}
			</nav>
			{Object.entries(pieces).map(([name, piece]) => (
				<section key={name} className="section" aria-labelledby={pieceId(name)}>
					<h2 id={pieceId(name)}>{name}</h2>
					{piece}
				</section>
			))}
		</>
	);
}

/** Id of a heading. */
function pieceId(name: string): string {
	return `piece-${name.toLowerCase().replaceAll(/\W+/g, "-")}`;
}
