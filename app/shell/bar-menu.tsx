import type { ReactNode } from "react";
import { Icon } from "~/components/icon";

/** Opens without scripts, one at a time. The page's script closes it on Escape, a click outside and navigation. */
export function BarMenu({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
	return (
		<details className="bar-menu" name="bar-menus">
			<summary className="bar-item">
				{label}
				<Icon name="chevron-down" />
			</summary>
			<ul className="bar-menu-list">{children}</ul>
		</details>
	);
}
