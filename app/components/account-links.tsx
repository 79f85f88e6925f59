import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";

const texts = {
	"/login": "signup.toLogin",
	"/signup": "login.toSignup",
	"/password-reset": "login.toReset",
} as const;

/** Links between login, signup and password reset. They load a new document, as all links of visitors do. */
export function AccountLinks({ links }: { readonly links: readonly (keyof typeof texts)[] }) {
	const { t } = useTranslation();
	return (
		<ul className="link-list">
			{links.map((to) => (
				<li key={to}>
					<Link to={to} reloadDocument>
						{t(texts[to])}
					</Link>
				</li>
			))}
		</ul>
	);
}
