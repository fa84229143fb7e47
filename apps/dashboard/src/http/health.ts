import { assertSchema, assertWritable, type Db } from '@topup/core/shared';
import { within } from '@topup/runtime';
import type { RequestHandler } from 'express';

const CHECK_TIMEOUT_MS = 2_000;

export type Health = { live: RequestHandler; ready: RequestHandler; setDraining(): void };

/**
 * `live`: 200 while the event loop runs. `ready`: 200 while the database takes changes and has the migrations that this
 * version needs, and the process is not stopping; else 503.
 */
export function createHealth(db: Db): Health {
  let draining = false;
  return {
    live: (_request, response) => void response.set('Cache-Control', 'no-store').json({ status: 'live' }),
    ready: async (_request, response) => {
      const ready = !draining && (await answers(db));
      response
        .status(ready ? 200 : 503)
        .set('Cache-Control', 'no-store')
        .json({ status: draining ? 'draining' : ready ? 'ready' : 'not ready' });
    },
    setDraining: () => {
      draining = true;
    },
  };
}

const answers = (db: Db): Promise<boolean> =>
  within(CHECK_TIMEOUT_MS, 'the database', Promise.all([assertSchema(db), assertWritable(db)])).then(
    () => true,
    () => false,
  );
