/** What the global setup started, for the teardown: both run in one process. Stopped in reverse order. */
export const runningServers: { stop(): Promise<void> }[] = [];
