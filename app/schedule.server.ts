/** What the scheduler does every five minutes. */
export async function runSchedule(_now: Date, _env: Env, _execution: ExecutionContext): Promise<void> {}
