/** Path of a flight's explained score. */
export const scorePath = (dayId: string, registrationId: string) => `/scores/${dayId}/${registrationId}`;
