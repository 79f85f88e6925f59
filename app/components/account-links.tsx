import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";

const texts = {
	"/login": "signup.toLogin",
	"/signup": "login.toSignup",
	"/password-reset": "login.toReset",
} as const;

interface AccountLinksProps {
	readonly links: readonly (keyof typeof texts)[];
	/** Path of the page after the login or the signup. */
	readonly redirectTo?: string;
}

/** Links between login, signup and password reset. They load a new document, as all links of visitors do. */
export function AccountLinks({ links, redirectTo = "/" }: AccountLinksProps) {
	const { t } = useTranslation();
	const query = redirectTo === "/" ? "" : `?redirectTo=${encodeURIComponent(redirectTo)}`;
	return (
		<ul className="link-list">
			{links.map((to) => (
				<li key={to}>
					<Link to={`${to}${query}`} reloadDocument>
						{t(texts[to])}
					</Link>
				</li>
			))}
		</ul>
	);
}
