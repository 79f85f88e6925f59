import { Scripts, ScrollRestoration } from "@remix-run/react";
import { useContext } from "react";
import pageScriptUrl from "~/browser/page.ts?worker&url";
import uploadsUrl from "~/browser/uploads.ts?worker&url";
import { ServerContext } from "./server-context";

export function PageScripts({ hydrates }: { readonly hydrates: boolean }) {
	const { nonce, prefetch } = useContext(ServerContext);
	return (
		<>
			<script
				src={pageScriptUrl}
				defer
				data-prefetch={prefetch}
				data-queue={hydrates ? undefined : uploadsUrl}
			/>
			{hydrates && (
				<>
					<ScrollRestoration nonce={nonce} />
					<Scripts nonce={nonce} />
				</>
			)}
		</>
	);
}
