interface OwnDataRule {
	/** Whether the person can download the rows. */
	readonly exported: boolean;
	readonly erasure: "deleted" | "blanked" | "kept";
	readonly why: string;
}

/**
 * What happens to the rows about a person: of every table that refers to accounts, directly or through an entry, and of
 * tables that hold names without a reference.
 */
export const ownDataRules: Readonly<Record<string, OwnDataRule>> = {
	users: { exported: true, erasure: "blanked", why: "entries, news and the audit log refer to the row" },
	invitations: {
		exported: true,
		erasure: "blanked",
		why: "who invited whom to which role is kept for a week after its end, the address is not",
	},
	signup_links: {
		exported: true,
		erasure: "blanked",
		why: "that a link was used is kept for a week after its end, for whom it was made is not",
	},
	email_claims: { exported: true, erasure: "deleted", why: "nothing needs them" },
	email_links: { exported: false, erasure: "deleted", why: "digests of what a mail held" },
	password_resets: { exported: true, erasure: "deleted", why: "nothing needs them" },
	sessions: { exported: true, erasure: "deleted", why: "every session has ended" },
	second_factors: { exported: true, erasure: "deleted", why: "nobody logs in any more" },
	recovery_codes: { exported: true, erasure: "deleted", why: "nobody logs in any more" },
	passkeys: { exported: true, erasure: "deleted", why: "nobody logs in any more" },
	erasures: {
		exported: true,
		erasure: "blanked",
		why: "when the account was erased is kept, what organisers wrote is not",
	},
	registrations: {
		exported: true,
		erasure: "blanked",
		why: "results and the starting list need class, glider and start number",
	},
	competitor_statuses: {
		exported: true,
		erasure: "kept",
		why: "part of the competition, without a name; the export makes it of pilot_days",
	},
	igc_files: { exported: true, erasure: "kept", why: "flight logs are documents of the competition" },
	igc_file_versions: {
		exported: true,
		erasure: "blanked",
		why: "the log stays; the name read from it, why it was discarded and the names of files, of others' logs too, do not",
	},
	incoming_logs: {
		exported: true,
		erasure: "blanked",
		why: "an organiser's files until it is known whose they are; the rest is gone within the hour",
	},
	daily_results: { exported: true, erasure: "blanked", why: "places and points stay, name and club do not" },
	results: {
		exported: false,
		erasure: "blanked",
		why: "made of daily_results, whose export has them, and of our sheets",
	},
	score_decisions: {
		exported: true,
		erasure: "kept",
		why: "part of the competition; it names the entry, not the person",
	},
	protests: {
		exported: true,
		erasure: "blanked",
		why: "that somebody protested and what became of it is kept, the text is not",
	},
	outlandings: {
		exported: true,
		erasure: "blanked",
		why: "that somebody landed out is kept, where and whom to call is not; of reports about others the position is kept",
	},
	payments: {
		exported: true,
		erasure: "blanked",
		why: "what came and when belongs to the accounts of the competition, the note does not",
	},
	grids: { exported: false, erasure: "kept", why: "the launch order of a class, by entries" },
	pilot_days: {
		exported: true,
		erasure: "blanked",
		why: "launches and what was flown are part of the competition; why somebody did not fly and with whom is not kept",
	},
	grid_pilots: {
		exported: false,
		erasure: "blanked",
		why: "written along with pilot_days, whose export has it",
	},
	duty_links: {
		exported: true,
		erasure: "kept",
		why: "for whom a link to the desk was made, without its maker",
	},
	safety_cards: { exported: true, erasure: "deleted", why: "nothing needs it without the pilot" },
	live_entries: { exported: true, erasure: "deleted", why: "nothing needs it without the pilot" },
	last_positions: { exported: true, erasure: "deleted", why: "nothing needs them after the search" },
	performances: {
		exported: false,
		erasure: "kept",
		why: "computed from a flight log and a task, without a name; the log is exported",
	},
	score_sheets: {
		exported: false,
		erasure: "kept",
		why: "scores of a whole class; they name entries, not people, and are public",
	},
	outbox: { exported: true, erasure: "blanked", why: "only that a mail was sent is kept" },
	audit_log: { exported: true, erasure: "blanked", why: "what was done is kept, what stood there is not" },
	news: { exported: true, erasure: "kept", why: "news speak for the organisers; the author's name is gone" },
	news_versions: { exported: true, erasure: "kept", why: "as news" },
	cancellations: { exported: false, erasure: "kept", why: "what was cancelled a moment ago, without a name" },
	tasks: { exported: true, erasure: "kept", why: "tasks of the competition, without a name" },
	chart_parts: { exported: false, erasure: "kept", why: "waypoints and airspace, which name nobody" },
	charts: { exported: true, erasure: "kept", why: "who put which file in force, without a name" },
	edition_settings: { exported: true, erasure: "kept", why: "settings of the edition, without a name" },
	document_versions: { exported: true, erasure: "kept", why: "documents of the competition, without a name" },
};

/** What an erasure does with what was typed by the account that a column names. A column `user_id` names whom the row is about. */
export const wordsOfAuthors: Readonly<
	Record<string, "nothing typed" | "blanked" | "speaks for the organisers">
> = {
	"audit_log.actor_id": "speaks for the organisers",
	"charts.in_force_by": "speaks for the organisers",
	"competitor_statuses.updated_by": "nothing typed",
	"document_versions.uploaded_by": "speaks for the organisers",
	"duty_links.created_by": "speaks for the organisers",
	"edition_settings.changed_by": "speaks for the organisers",
	"erasures.objected_by": "speaks for the organisers",
	"grid_pilots.updated_by": "speaks for the organisers",
	"grids.updated_by": "nothing typed",
	"igc_file_versions.uploaded_by": "blanked",
	"incoming_logs.uploaded_by": "blanked",
	"invitations.accepted_by": "nothing typed",
	"invitations.created_by": "nothing typed",
	"last_positions.created_by": "speaks for the organisers",
	"news.author_id": "speaks for the organisers",
	"news.edited_by": "speaks for the organisers",
	"news_versions.edited_by": "speaks for the organisers",
	"outlandings.created_by": "blanked",
	"outlandings.updated_by": "nothing typed",
	"payments.cancelled_by": "nothing typed",
	"payments.entered_by": "speaks for the organisers",
	"pilot_days.grid_changed_by": "speaks for the organisers",
	"pilot_days.status_by": "nothing typed",
	"protests.decided_by": "speaks for the organisers",
	"score_decisions.updated_by": "speaks for the organisers",
	"signup_links.created_by": "speaks for the organisers",
	"signup_links.used_by": "blanked",
	"tasks.created_by": "speaks for the organisers",
};
