interface PrivacyLeadProps {
	readonly lead: string;
	/** Address of the organiser, where the sentence names the organiser. */
	readonly email: string | null;
}

/** The first sentence of a section about personal data. */
export function PrivacyLead({ lead, email }: PrivacyLeadProps) {
	return (
		<p>
			{lead}
			{email && (
				<>
					, <a href={`mailto:${email}`}>{email}</a>
				</>
			)}
		</p>
	);
}
