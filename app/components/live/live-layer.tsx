import { useEffect } from "react";
import liveUrl from "~/browser/live.ts?worker&url";
import { loadChunk } from "~/browser/load-chunk";
import { useRootData } from "~/components/use-root-data";
import type { LiveMap } from "~/lib/live/live-map.server";
import { PassingWords } from "./passing-words";

interface LiveProps {
	readonly live: LiveMap;
}

/** The gliders on a map: a picture of the server, which the script replaces by dots that move. */
export function LiveLayer({ live: { frame, picture } }: LiveProps) {
	return (
		<>
			<image href={picture} width={frame.width} height={frame.height} />
			<g className="live-dots" data-live={JSON.stringify(frame)} />
		</>
	);
}

/** Below a map: where the positions come from, and since when there are none. */
export function LiveNote({ live: { words } }: LiveProps) {
	return (
		<div className="text-muted text-sm print:text-xs">
			<p>{words.source}</p>
			<p className="font-semibold empty:hidden" role="status" data-live-lost={words.lost} />
		</div>
	);
}

/** Where each pilot was last seen, in words; why nobody was, where the network is silent. */
export function LastSeen({ live: { seen, words } }: LiveProps) {
	return (
		<PassingWords>
			{words.silent && <p>{words.silent}</p>}
			<ul>
				{seen.map(({ id, startNumber, text }) => (
					<li key={id}>
						<strong>{startNumber}</strong> {text}
					</li>
				))}
			</ul>
		</PassingWords>
	);
}

/** Loads what moves the dots. It stands outside of what a page refreshes, where a script would not run. */
export function LiveScript() {
	const root = useRootData();
	useEffect(() => {
		// If loading fails, the picture of the server remains.
		const begun = loadChunk(import("~/browser/live/move-dots"))
			.then(({ moveDots }) => moveDots())
			.catch(() => undefined);
		return () => void begun.then((end) => end?.());
	}, []);
	return root?.user || root?.isOnDuty ? null : <script src={liveUrl} defer />;
}
