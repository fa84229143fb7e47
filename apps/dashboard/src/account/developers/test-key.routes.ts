import { readTwin } from '@topup/core/account';
import { giveTestKey, showTestKey } from '@topup/core/api-key';
import type { TestKey } from '@topup/dashboard-contract';
import type { RequestHandler, Response } from 'express';
import { liveAccountIdOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { done } from '../../http/refusal';
import { tooManyKeys } from './keys.routes';

type Needed = Pick<Deps, 'db' | 'masterKey' | 'previousMasterKey'>;

/** GET /api/test-key: a key of the test account, in both modes; null when it has none. */
export function getTestKey(deps: Needed): RequestHandler {
  return async (_request, response) => {
    response.json((await testKeyOf(deps, response)) satisfies TestKey);
  };
}

/** POST /api/test-key: makes one when there is none. Every member may: it opens play money. */
export function createTestKey(deps: Needed): RequestHandler {
  const { db, masterKey } = deps;
  return async (_request, response) => {
    const shown = await testKeyOf(deps, response);
    if (shown.key !== null) return void response.json(shown);
    const { id: accountId } = await readTwin(db, liveAccountIdOf(response));
    const made = done(await giveTestKey(db, byOf(response), { accountId, masterKey }, NAME));
    if (made.kind !== 'created') throw tooManyKeys();
    response.status(201).json({ key: made.key } satisfies TestKey);
  };
}

const NAME = 'Quick start';

async function testKeyOf({ db, masterKey, previousMasterKey }: Needed, response: Response): Promise<TestKey> {
  const { id } = await readTwin(db, liveAccountIdOf(response));
  return { key: await showTestKey({ db, masterKeys: { current: masterKey, previous: previousMasterKey } }, id) };
}
