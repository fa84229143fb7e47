import { runningServers } from './running-servers';

/** After all tests: stops what the global setup started. When Jest is killed, the servers end automatically. */
export default async function globalTeardown(): Promise<void> {
  for (const server of runningServers.splice(0).reverse()) await server.stop();
}
