import { eq } from "drizzle-orm";
import { users } from "~db/schema";
import { eraseByMail } from "../accounts";
import { databaseOf } from "../factories";
import { change, lists, type VisibleChange } from "./changed-world";

/** An account is erased last: the changes before need its competitor. */
export const rows: readonly VisibleChange[] = [
	change("changeProfile", "a competitor's name", "users", lists, async (app, { made }) => {
		const [user] = await databaseOf().select().from(users).where(eq(users.id, made.pilot));
		const body = { name: "Hana", surname: "Provdaná", email: user?.email };
		return app.api("PUT", "/api/users", body, { as: { id: made.pilot } });
	}),
	change("eraseAccount", "a competitor has erased their account", "users", lists, async (app, { made }) => {
		const [person] = await databaseOf().select().from(users).where(eq(users.id, made.pilot));
		return eraseByMail(app, { id: made.pilot, email: person?.email ?? "" });
	}),
];
