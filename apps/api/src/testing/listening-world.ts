import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@topup/core/shared';
import { eventually } from '@topup/testkit';
import { type ApiWorld, apiWorld, type Client } from './api-world';
import { lateBody } from './late-body';

type LateRequest = { path: string; client: Client; body: object; headers?: Record<string, string> };

export type ListeningWorld = ApiWorld & {
  /** The API's clock goes on by a second. By then every process has confirmed its keys. */
  confirmKeys(): void;
  /** Sends a request and, when the API has found its key, does `meanwhile`. Then the rest of the body follows. */
  postLate(request: LateRequest, meanwhile: () => Promise<unknown>): ReturnType<typeof lateBody>;
};

/** An API that listens on a port, sells a data plan, and whose clock the test can put forward. */
export async function listeningWorld(options: Parameters<typeof apiWorld>[0] = {}): Promise<ListeningWorld> {
  let aheadMs = 0;
  const clock = { now: systemClock.now, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  const world = await apiWorld({ clock, ...options });
  await world.plan();
  const server = createServer(world.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...world,
    confirmKeys() {
      aheadMs += 1_000;
    },
    postLate: (request, meanwhile) =>
      lateBody({ port, ...request }, async () => {
        await eventually(
          () => world.db.apiKey.findUniqueOrThrow({ where: { id: request.client.keyId } }),
          ({ lastUsedAt }) => lastUsedAt !== null,
        );
        await meanwhile();
      }),
    async close() {
      await new Promise((done) => server.close(done));
      await world.close();
    },
  };
}
