import type { ReactNode } from "react";
import { Icon } from "./icon";
import { useTexts } from "./use-texts";

interface ExternalLinkProps {
	readonly href: string;
	readonly className?: string;
	/** Class of the sign of another site; null for a picture, which has none. */
	readonly sign?: string | null;
	readonly children: ReactNode;
}

/** A link to another site. It opens a new tab, and says so to those who do not see its sign. */
export function ExternalLink({ href, className, sign = "", children }: ExternalLinkProps) {
	const { t } = useTexts();
	return (
		<a className={className} href={href} target="_blank" rel="noopener">
			{children}
			<span className="sr-only">{t("link.newTab")}</span>
			{sign !== null && <Icon name="external" className={sign} />}
		</a>
	);
}
