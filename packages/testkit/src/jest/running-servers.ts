/** Servers that the global setup started, for the teardown: both run in one process. They stop in reverse order. */
export const runningServers: { stop(): Promise<void> }[] = [];
