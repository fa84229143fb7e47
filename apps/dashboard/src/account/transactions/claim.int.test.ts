import { setAccountStatus } from '@topup/core/account';
import { createFairQuota } from '@topup/core/flow';
import { systemClock } from '@topup/core/shared';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, quiet, unknown } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { transactionRoutes } from './transactions.routes';

const { world, get, post } = openOperatorWorld();

/** A member of a new account, on a dashboard with the rights that it has in production. */
async function member() {
  const { id: accountId } = await world().account();
  const me = await signedInUser(world().db, { role: 'viewer', accountId });
  const { db } = world().deps;
  const deps = { db, log: quiet, clock: systemClock, exports: createFairQuota(1), findSignedIn: async () => me };
  const app = express().use('/api', serveRoutes(deps, [transactionRoutes(deps)]));
  const claim = (reference: string, note: unknown = 'nothing came') =>
    request(app)
      .post(`/api/transactions/${encodeURIComponent(reference)}/claim`)
      .send({ note });
  const read = async (reference: string) => (await request(app).get(`/api/transactions/${reference}`).expect(200)).body;
  return { accountId, claim, read };
}

async function sold(accountId: string, outcome: typeof delivered | typeof unknown = delivered): Promise<string> {
  const reference = await world().buy(accountId);
  await world().send(reference, outcome);
  return reference;
}

const OPEN = { state: 'open', note: 'nothing came', filedAt: expect.any(String), answeredAt: null, answer: null };

describe('a client’s user cannot say that a purchase was not received, or nobody answers', () => {
  test('it is filed once; an operator confirms it, and its client reads the proof', async () => {
    const { accountId, claim, read } = await member();
    const reference = await sold(accountId);
    expect((await read(reference)).claim).toBeNull();
    expect((await claim(reference).expect(200)).body).toEqual(OPEN);
    expect((await claim(reference, 'again').expect(200)).body).toEqual(OPEN);
    expect((await world().recordedOf(reference)).map(({ action }) => action)).toEqual(['claim.file']);

    expect((await get(`/purchases/${reference}`)).body.claim).toEqual(OPEN);
    const confirm = () => post(`/purchases/${reference}/claim/confirm`, { proof: 'MTN confirmed it' });
    await confirm().expect(200);
    expect((await confirm().expect(409)).body.code).toBe('no_open_claim');
    const answered = { ...OPEN, state: 'confirmed', answeredAt: expect.any(String), answer: 'MTN confirmed it' };
    expect((await read(reference)).claim).toEqual(answered);
  });

  test('a refund in the console closes it', async () => {
    const { accountId, claim, read } = await member();
    const reference = await sold(accountId);
    await claim(reference).expect(200);
    await world().db.$executeRaw`UPDATE money_rule SET approvals = 'off'`;
    await post(`/purchases/${reference}/settle`, { decision: 'refund', note: 'not at MTN' }).expect(200);
    expect((await read(reference)).claim).toMatchObject({
      state: 'reversed',
      answer: 'The purchase was reversed and refunded.',
    });
  });
});

describe('a user files what they may not', () => {
  test('an unsuccessful purchase, one of another account, or a note that is none', async () => {
    const { accountId, claim } = await member();
    const [pending, theirs] = [await sold(accountId, unknown), await sold((await world().account()).id)];
    expect((await claim(pending).expect(409)).body.code).toBe('not_successful');
    expect((await claim(theirs).expect(404)).body.code).toBe('not_found');
    const mine = await sold(accountId);
    for (const note of [null, '', ' ', 'two\nlines', 'x'.repeat(501)])
      expect((await claim(mine, note).expect(400)).body.fields).toHaveProperty('note');
    await claim(mine, 'x'.repeat(500)).expect(200);
  });

  test('the users of a suspended account cannot', async () => {
    const { accountId, claim } = await member();
    const reference = await sold(accountId);
    await setAccountStatus(world().db, accountId, 'suspended');
    expect((await claim(reference).expect(403)).body.code).toBe('account_suspended');
    expect(await world().db.claim.count({ where: { accountId } })).toBe(0);
  });
});
