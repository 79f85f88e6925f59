import { eq, sql } from "drizzle-orm";
import { classOrder } from "~/lib/db/class-order.server";
import type { Db } from "~/lib/db/client.server";
import { competitionClasses, gliderTypes } from "~db/schema";

/** Selects the classes, in the order of the edition's file. */
export function allClasses(db: Db) {
	return db.select().from(competitionClasses).orderBy(classOrder(db));
}

export function classById(db: Db, id: string) {
	return db.select().from(competitionClasses).where(eq(competitionClasses.id, id));
}

export function classByType(db: Db, type: string) {
	return db.select().from(competitionClasses).where(sql`${competitionClasses.type} = ${type}`);
}

/** Selects the glider types, in no order. */
export function allGliderTypes(db: Db) {
	return db.select().from(gliderTypes);
}

export function gliderTypeById(db: Db, id: string) {
	return db.select().from(gliderTypes).where(eq(gliderTypes.id, id));
}

/** Selects the glider types of a class, in no order. */
export function glidersOfClass(db: Db, classId: string) {
	return db
		.select({ name: gliderTypes.name, index: gliderTypes.index })
		.from(gliderTypes)
		.innerJoin(competitionClasses, eq(competitionClasses.type, gliderTypes.competitionClassType))
		.where(eq(competitionClasses.id, classId));
}
