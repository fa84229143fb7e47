import { setAccountStatus } from '@topup/core/account';
import { createFairQuota } from '@topup/core/flow';
import { systemClock } from '@topup/core/shared';
import type { CheckableTransaction } from '@topup/dashboard-contract';
import express from 'express';
import request from 'supertest';
import { serveRoutes } from '../../api';
import { openOperatorWorld } from '../../testing/operator-world';
import { delivered, quiet, unknown } from '../../testing/seller';
import { signedInUser } from '../../testing/signed-in-user';
import { transactionRoutes } from './transactions.routes';

const { world } = openOperatorWorld();

/** A member of a new account, on a dashboard with the rights that it has in production. */
async function member() {
  const { id: accountId } = await world().account();
  const me = await signedInUser(world().db, { role: 'viewer', accountId });
  const { db } = world().deps;
  const deps = { db, log: quiet, clock: systemClock, exports: createFairQuota(1), findSignedIn: async () => me };
  const app = express().use('/api', serveRoutes(deps, [transactionRoutes(deps)]));
  const check = (reference: string) => request(app).post(`/api/transactions/${encodeURIComponent(reference)}/check`);
  const read = async (reference: string) =>
    (await request(app).get(`/api/transactions/${reference}`).expect(200)).body as CheckableTransaction;
  return { accountId, check, read };
}

/** When it is due, from now; it was sent, and nothing is known of it. */
const dueIn = async (reference: string): Promise<number> =>
  Number((await world().stored(reference)).nextCheckAt) - Date.now();

/** As if the last check had been a minute ago. */
const aMinuteLater = () => world().db.$executeRaw`UPDATE dashboard_rate_limit SET ends_at = clock_timestamp()`;

async function pendingOf(accountId: string): Promise<string> {
  const reference = await world().buy(accountId);
  await world().send(reference, unknown);
  await world().db.purchase.updateMany({
    where: { requestRef: reference },
    data: { nextCheckAt: new Date(Date.now() + 3_600_000) },
  });
  return reference;
}

describe('a client asks the provider more often than is allowed, or waits though it need not', () => {
  test('of ten at the same moment one makes the purchase due, and is recorded', async () => {
    const { accountId, check, read } = await member();
    const reference = await pendingOf(accountId);
    expect((await read(reference)).check).toEqual({ waitS: 0 });
    expect(await dueIn(reference)).toBeGreaterThan(60_000);
    const before = await world().stored(reference);

    const answers = await Promise.all(Array.from({ length: 10 }, () => check(reference)));
    const [done, ...refused] = answers.sort((a, b) => a.status - b.status);
    expect([done?.status, done?.body.waitS > 50 && done?.body.waitS <= 60]).toEqual([200, true]);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'too_soon']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    }
    expect(await dueIn(reference)).toBeLessThan(1_000);
    const { nextCheckAt: _, ...rest } = await world().stored(reference);
    expect(before).toMatchObject(rest);
    expect((await world().recordedOf(reference)).map(({ action }) => action)).toEqual(['purchase.check']);
    expect((await read(reference)).check?.waitS).toBeGreaterThan(50);
  });

  test('a minute later it can be checked again; one that is due stays due since then', async () => {
    const { accountId, check } = await member();
    const reference = await pendingOf(accountId);
    await check(reference).expect(200);
    const { nextCheckAt } = await world().stored(reference);
    await aMinuteLater();
    await check(reference).expect(200);
    expect((await world().stored(reference)).nextCheckAt).toEqual(nextCheckAt);
  });

  test('an account has 30 a minute for all its purchases, and takes none from others', async () => {
    const { accountId, check } = await member();
    for (let n = 0; n < 30; n += 1) await check(await pendingOf(accountId)).expect(200);
    const one = await pendingOf(accountId);
    expect((await check(one).expect(429)).body.code).toBe('too_soon');
    expect(await dueIn(one)).toBeGreaterThan(60_000);
    const other = await member();
    await other.check(await pendingOf(other.accountId)).expect(200);
  });

  test('what is completed, was not sent, is being sent or is of another account is refused', async () => {
    const { accountId, check, read } = await member();
    const [unsent, sending, sold] = [
      await world().buy(accountId),
      await world().buy(accountId),
      await world().buy(accountId),
    ];
    await world().send(sending, null);
    await world().send(sold, delivered);
    const others = await pendingOf((await world().account()).id);
    for (const [reference, status, code] of [
      [unsent, 409, 'not_sent'],
      [sending, 409, 'not_sent'],
      [sold, 409, 'completed'],
      [others, 404, 'not_found'],
      ['\n', 404, 'not_found'],
    ] as const)
      expect([reference, (await check(reference).expect(status)).body.code]).toEqual([reference, code]);
    expect([(await read(unsent)).check, (await read(sold)).check]).toEqual([null, null]);
    expect(await dueIn(others)).toBeGreaterThan(60_000);
    await check(sending).expect(409); // a refusal is not counted
  });

  test('the users of a suspended account cannot', async () => {
    const { accountId, check } = await member();
    const reference = await pendingOf(accountId);
    await setAccountStatus(world().db, accountId, 'suspended');
    expect((await check(reference).expect(403)).body.code).toBe('account_suspended');
    expect(await dueIn(reference)).toBeGreaterThan(60_000);
  });
});
