import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Siege } from './siege';

/** Sets one webhook URL for all attackers, as they would. */
export async function setUrls({ attackers }: Pick<Siege, 'attackers'>, url: string): Promise<void> {
  const answers = await Promise.all(
    attackers.map(({ caller }) => caller.post('/v1/webhook/set', { webhook_url: url })),
  );
  for (const { status } of answers) if (status !== 200) throw new Error(`setting a webhook URL returned ${status}`);
}

/** The URL of a receiver that takes every connection and never answers. It stops with the siege. */
export async function hangingUrl({ atEnd }: Pick<Siege, 'atEnd'>): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.resume());
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
}

/** An account may change its URL 30 times a minute. */
const MOVE_MS = 2_500;

/** Sends the attackers' events to a new host, as often as they may. */
export async function keepMoving(siege: Siege): Promise<void> {
  while (!siege.over.aborted) {
    await sleep(MOVE_MS, undefined, { signal: siege.over }).catch(() => undefined);
    if (!siege.over.aborted) await setUrls(siege, await hangingUrl(siege));
  }
}
