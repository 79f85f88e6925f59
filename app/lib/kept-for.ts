/*
 * How long the site keeps what it does not keep as long as the edition. The jobs of the schedule go by it, and `/privacy` says it to
 * everybody. In days.
 */

/** Keys of forms, after their making; links of mails, invitations and claims of an address, after their end. An old link still says what became of it. */
export const linkDays = 7;

/** Recipient and content of a mail, after it was sent; its row stays. */
export const mailDays = 90;

/** Safety cards, after the last competition day. */
export const safetyCardDays = 30;

/**
 * Files of logs that others sent and that do not count, after the last competition day. By then protests are decided, and organisers
 * have downloaded what they wanted.
 */
export const logsOfOthersDays = 30;
