import "react";

/* Attributes that the types of React 18 lack. */
declare module "react" {
	interface HTMLAttributes<T> {
		popover?: "auto" | "manual";
	}
	interface ButtonHTMLAttributes<T> {
		popovertarget?: string;
		popovertargetaction?: "hide" | "show" | "toggle";
	}
}
