import { Scripts, ScrollRestoration } from "@remix-run/react";
import {
	Children,
	cloneElement,
	Fragment,
	isValidElement,
	type ReactElement,
	type ReactNode,
	useContext,
} from "react";
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
					<PatientScripts nonce={nonce} />
				</>
			)}
		</>
	);
}

/** Remix's scripts, which come after whatever the page needs to be seen: it can be read and sent without them. */
function PatientScripts({ nonce }: { readonly nonce: string | undefined }) {
	return <>{withPatientPreloads(Scripts({ nonce }))}</>;
}

function withPatientPreloads(nodes: ReactNode): ReactNode {
	return Children.map(nodes, (node) => {
		if (!isValidElement(node)) return node;
		const { type, props } = node as ReactElement<{ readonly children?: ReactNode }>;
		if (type === Fragment) return withPatientPreloads(props.children);
		return type === "link" ? cloneElement(node as ReactElement, { fetchpriority: "low" }) : node;
	});
}
