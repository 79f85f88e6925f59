import { createContext, useContext } from "react";
import type { Actor } from "~/lib/context";
import type { TrackingMenu } from "~/lib/days/tracking-menu";
import type { Phase } from "~/lib/editions/opening-times";
import type { FlashKind } from "~/lib/http/flash.server";
import type { Language } from "~/lib/i18n/language";
import type { Edition } from "~editions/schema";

/** What the root's loader sends to every page. */
export interface RootData {
	readonly edition: Pick<Edition, "year" | "title" | "soaringSpotUrl" | "bugReportUrl" | "developer"> & {
		/** Whether messengers have a picture of it to show. */
		readonly hasSharePicture: boolean;
		/** Description of the page, in its language. */
		readonly description: string;
		/** Their keys, and their names in the language of the page. */
		readonly classes: readonly { readonly type: string; readonly name: string }[];
	};
	/** What pages of a draft say of it; null in other editions. */
	readonly draft: string | null;
	/** Whether a stranger reads a page of a draft, on the way in. The other pages there are those of the present year. */
	readonly isDraftsDoor: boolean;
	readonly origin: string;
	readonly phase: Phase;
	/** Whether nobody can sign up any more. */
	readonly isSignupOver: boolean;
	/** The day on which signup opens; null once it has. */
	readonly signupFrom: string | null;
	readonly user: Actor | null;
	/** Whether the reader works at the desk by a link. */
	readonly isOnDuty: boolean;
	/** Whether the reader is a visitor whose duty link does not hold any more. */
	readonly isDutyOver: boolean;
	readonly sessionSecondsLeft: number | null;
	readonly language: Language;
	/** Date of the page, as people read it. It has no time: otherwise the same page would have to be loaded again. */
	readonly date: string;
	/** Message of the previous page; shown once. */
	readonly flash: { readonly kind: FlashKind; readonly text: string; readonly isLasting: boolean } | null;
	readonly tracking: TrackingMenu;
	/** Folded start numbers that both classes have. */
	readonly sharedNumbers: readonly string[];
	readonly version: string;
	readonly requestId: string;
}

/** Not read from the router: what asks that is drawn anew each time a page reads its data. */
export const RootContext = createContext<RootData | undefined>(undefined);

/** Whether the competition is over: nothing is announced of what will come. */
export function useIsOver(): boolean {
	return useRootData()?.phase === "over";
}

/** Undefined when the root's loader failed. */
export function useRootData(): RootData | undefined {
	return useContext(RootContext);
}
