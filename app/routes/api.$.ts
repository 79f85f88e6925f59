import { answerCall } from "~/lib/api/answer-call.server";

/** Serves the whole API. What a call does stands with its room, in `app/lib/<room>/api.server.ts`. */
export { answerCall as action, answerCall as loader };
