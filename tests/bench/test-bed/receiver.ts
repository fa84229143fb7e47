import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One host may hold a sixteenth of a worker's webhook permits: with fewer hosts the bench would measure that limit. */
const HOSTS = Array.from({ length: 16 }, (_, i) => `127.0.0.${i + 1}`);

const take: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end());
};

/** @returns undefined when the machine has no such address: not every system has more than one on loopback */
async function listenOn(host: string, port: number): Promise<Server | undefined> {
  const server = createServer({ keepAliveTimeout: 65_000 }, take);
  try {
    await once(server.listen(port, host), 'listening');
    return server;
  } catch {
    return undefined;
  }
}

/** Answers every webhook 200 at once. */
async function main(): Promise<void> {
  const [first = '', ...others] = HOSTS;
  const server = await listenOn(first, 0);
  if (server === undefined) throw new Error(`cannot listen on ${first}`);
  const { port } = server.address() as AddressInfo;
  const more = await Promise.all(
    others.map(async (host) => ((await listenOn(host, port)) === undefined ? [] : [host])),
  );
  process.send?.({ urls: [first, ...more.flat()].map((host) => `http://${host}:${port}/webhooks`) });
}

void main();
