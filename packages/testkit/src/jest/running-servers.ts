/** What the global setup started, for the teardown: Jest runs both in one process, and loads this module once. Stopped last to first. */
export const runningServers: { stop(): Promise<void> }[] = [];
