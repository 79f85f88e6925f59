/** The name that an erased person has in the results that stay. */
export const anonymous = { name: "–", surname: "Anonym" } as const;

export const anonymousResult = { name: `${anonymous.name} ${anonymous.surname}`, aeroclub: "–" } as const;
