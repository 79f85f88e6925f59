import { Scripts, ScrollRestoration } from "@remix-run/react";
import { useContext } from "react";
import { NonceContext } from "~/nonce";
import pageScriptUrl from "~/scripts/page.ts?worker&url";

/** The small script of every page; React's scripts where the page hydrates. */
export function PageScripts({ hydrates }: { readonly hydrates: boolean }) {
	const nonce = useContext(NonceContext);
	return (
		<>
			<script src={pageScriptUrl} defer />
			{hydrates && (
				<>
					<ScrollRestoration nonce={nonce} />
					<Scripts nonce={nonce} />
				</>
			)}
		</>
	);
}
