import type { ReactNode } from "react";
import { Icon } from "~/components/icon";

/**
 * A menu of the bar. It opens without scripts, one at a time; the page's script closes it on Escape, outside clicks and
 * navigation. `children` are list items.
 */
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
