import { z } from "zod";

/*
 * The shapes of the API's contract, apart from the schemas of the application, so that a mistake there is seen here. A
 * field is there and not null, unless the contract says otherwise; one that it marks `?` is absent when it has no value.
 */

const present = z.unknown().refine((value) => value !== null, "null, though the contract does not name it");

/** Additional fields are allowed, but no null: a client that checks types would refuse it. */
function shape<const Shape extends z.core.$ZodShape>(fields: Shape) {
	return z.object(fields).catchall(present);
}

const text = z.string().min(1);
const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const address = z.string().regex(/^https?:\/\//);
const named = { _id: text, name: text };
const times = { createdAt: instant, updatedAt: instant };
const classType = z.enum(["club", "18_meter"]);

const health = shape({ status: z.literal("ok"), version: z.literal("1.7.2"), edition: z.int() });

const person = { id: text, _id: text, name: text, surname: text, email: text, admin: z.boolean() };
const user = shape(person);
const listedUser = shape({ ...person, passwordValid: z.boolean() });
const session = shape({ token: text, user });
const message = shape({ msg: text });
const success = shape({ success: z.literal(true) });
const notDeleted = shape({ success: z.literal(false), msg: text });

const newsItem = {
	_id: text,
	title: text,
	body: text,
	author: shape({ ...named, surname: text }),
	...times,
};
const news = shape(newsItem);
const addedNews = shape({ ...newsItem, news, emailSent: z.boolean() });

const document = shape({ ...named, path: address, size: z.int(), mimetype: text, ...times });

const day = shape({ ...named, date, task: z.enum(["NO_TASK", "TASK", "TASK_CANCELLED"]) });

const status = shape({
	...named,
	surname: text,
	status: z.enum(["DNF", "FLYING", "OUTLANDING", "HOME"]),
	unset: z.literal(true).optional(),
	day: text,
	glider: shape({ gliderType: shape(named), registrationNumber: text, startNumber: text }),
});

const region = shape(named);
const accommodation = shape(named);
const competitionClass = shape({ ...named, type: classType });
const gliderType = shape({
	...named,
	index: z.number(),
	competitionClassType: classType,
	handicap: z.number(),
});

const entered = {
	_id: text,
	birthDate: date.optional(),
	phone: text,
	aeroclub: text,
	region,
	glider: shape({ gliderType, registrationNumber: text, startNumber: text, hasEngine: z.boolean() }),
	competitionClass,
	logger: text,
	accomodation: shape({ accomodationType: accommodation, quantity: z.int() }),
	meals: z.int(),
	note: text.optional(),
	accepted: z.boolean(),
	paid: z.boolean(),
	isReserve: z.boolean(),
	...times,
};
const registration = shape(entered);
const adminRegistration = shape({
	...entered,
	registrationCompleted: z.boolean(),
	igcId: z.int().nullable(),
	user: shape({ ...named, surname: text, email: text }),
	version: z.int(),
});
const formLists = shape({
	regions: z.array(region),
	competitionClasses: z.array(competitionClass),
	gliderTypes: z.array(gliderType),
	accomodationTypes: z.array(accommodation),
});

const listed = {
	_id: text,
	fullName: text,
	aeroclub: text,
	startNumber: text,
	gliderType: z.string().regex(/^.+ \(\d+(?:\.\d+)?\)$/),
	registrationNumber: text,
	paid: z.boolean(),
	accepted: z.boolean(),
	isReserve: z.boolean(),
	registrationCompleted: z.boolean(),
	competitionClass: text,
};
const entry = shape({ ...listed, birthDate: z.null() });
const adminEntry = shape({ ...listed, birthDate: date.nullable(), duplicateStartNumber: z.boolean() });
const group = shape({ ...named, type: classType, registrations: z.array(entry) });
const adminGroup = shape({ ...named, type: classType, registrations: z.array(adminEntry) });

const tracking = shape({ _id: text, taskUrl: address, competitionClass, day });

const pilot = shape({ ...named, startNumber: text, surname: text });
const sentFlight = {
	...named,
	path: address,
	startNumber: text,
	user: shape({ name: text, surname: text }),
	day: text,
	...times,
	downloaded: z.boolean(),
	processed: z.boolean(),
	size: z.int(),
	sha256: text,
};
const igcFile = shape(sentFlight);
const uploadedIgcFile = shape({ ...sentFlight, warnings: z.array(present) });
const igcGroup = shape({ ...named, igcFiles: z.array(igcFile) });

const resultRow = shape({
	position: z.int(),
	name: text,
	aeroclub: text,
	glider: text,
	handicap: z.number().nullable(),
	points: z.number(),
	flightId: z.int().nullable(),
});
const classWithTop = shape({ ...named, type: classType, results: z.array(resultRow).max(3) });
const classWithDays = shape({ ...named, type: classType, days: z.array(shape({ ...named, date })) });
const topResults = shape({ classes: z.array(classWithTop) });
const resultFilters = shape({ classes: z.array(classWithDays) });

/** The shapes by their names in the contract, each with those of the calls that answer with more. */
export const shapes = {
	health,
	user,
	users: z.array(listedUser),
	session,
	message,
	success,
	notDeleted,
	newsList: z.array(news),
	addedNews,
	document,
	documents: z.array(document),
	day,
	days: z.array(day),
	status,
	statuses: z.array(status),
	formLists,
	registration,
	adminRegistration,
	groups: z.array(group),
	adminGroups: z.array(adminGroup),
	tracking,
	trackings: z.array(tracking),
	pilots: z.array(pilot),
	igcFile,
	uploadedIgcFile,
	igcGroups: z.array(igcGroup),
	topResults,
	resultFilters,
	resultRows: z.array(resultRow),
} as const;

export type ShapeName = keyof typeof shapes;
