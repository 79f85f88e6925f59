/** Of every request of a journey: workerd closes a connection after some idle seconds, perhaps while a request is sent on it. */
export const sentAgain = { maxRetries: 2 };
