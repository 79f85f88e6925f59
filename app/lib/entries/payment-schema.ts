import { z } from "zod";
import { choiceOf, complaints, optionalLine, optionalNumber, requiredDate } from "~/lib/forms/fields";
import { limits } from "~/lib/forms/limits";

/** The greatest amount that a payment order knows. */
const mostMoney = 9_999_999.99;

/** How somebody says that a fee came. The other ways are of the program. */
export const enteredWays = ["transfer", "cash", "card"] as const;

/** The form of a payment. */
export const paymentSchema = z.object({
	amount: optionalNumber(0.01, mostMoney).pipe(
		z
			.number({ error: complaints.required })
			.refine((amount) => Number(amount.toFixed(2)) === amount, complaints.decimal),
	),
	/** ISO 4217; missing in an edition with one account. */
	currency: z.string().max(3).optional(),
	receivedOn: requiredDate,
	how: choiceOf(enteredWays),
	note: optionalLine(limits.paymentNote),
});
