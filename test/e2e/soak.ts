/** Whether the journeys go through every combination (`npm run test:soak`), or through a part that covers each of its values. */
export const soak = process.env.SOAK === "1";
