import { fundedAccount, useDatabase } from '@topup/testkit';
import { readTwin } from '../account/twin.store';
import { createKey } from '../api-key/create-key';
import { newId } from '../shared/ids';
import { masterKey } from '../testing/known-account';
import { insertRequests, keepRequestLog, listRequests, type RequestRow } from './request-log.store';

const database = useDatabase({ max: 8 });
const DAY_MS = 86_400_000;
const BODY = JSON.stringify({ phone: 'x'.repeat(970) });
const MOST = {
  live: { bodyBytes: 50 * 2 * BODY.length, requests: 500 },
  test: { bodyBytes: 10 * 2 * BODY.length, requests: 50 },
};

async function accounts(): Promise<{ live: string; test: string }> {
  const live = await fundedAccount(database.db, 0n);
  return { live, test: (await readTwin(database.db, live)).id };
}

async function caller(accountId: string) {
  const { id: keyId } = await createKey({ db: database.db, masterKey }, accountId, 'till');
  const row = (agoMs = 0): RequestRow => {
    const at = new Date(Date.now() - agoMs);
    const ids = [newId(at.getTime()), at.toISOString(), accountId, keyId, newId(at.getTime())] as const;
    return [...ids, 'POST', '/v1/airtime/purchase', 400, 'validation_failed', 3, null, BODY, BODY];
  };
  return {
    /** So many calls, in batches of ten. Returns how many were kept. */
    async call(count: number, agoMs = 0): Promise<number> {
      let kept = 0;
      for (let n = 0; n < count; n += 10)
        kept += await insertRequests(
          database.db,
          Array.from({ length: 10 }, () => row(agoMs)),
          { again: false, most: MOST },
        );
      return kept;
    },
    async kept() {
      const { rows } = await listRequests(database.db, accountId, {}, { limit: 1_000 });
      const withBodies = rows.filter(({ request }) => request !== null && Object.hasOwn(Object(request), 'phone'));
      return { rows: rows.length, withBodies: withBodies.length, last: rows[0]?.request };
    },
  };
}

describe('the refused calls of one client fill the disk of all', () => {
  test('beyond the bytes of a day a call is kept without its bodies, beyond the calls it is counted', async () => {
    const { live } = await accounts();
    const client = await caller(live);
    expect(await client.call(400)).toBe(400);
    expect(await client.kept()).toEqual({ rows: 400, withBodies: 50, last: { truncated: BODY.length } });
    expect(await client.call(400)).toBe(100);
    expect((await client.kept()).rows).toBe(500);
    expect(await database.db.requestLogDay.findMany({ where: { accountId: live } })).toMatchObject([
      { requests: 800n, bodyBytes: BigInt(800 * 2 * BODY.length) },
    ]);
  });

  test('many api processes count together, and without a deadlock', async () => {
    const both = await Promise.all([accounts(), accounts()]);
    const callers = await Promise.all(both.map(({ live }) => caller(live)));
    const each = Array.from({ length: 6 }, () => callers.map((client) => client.call(100)));
    await Promise.all(each.flat());
    for (const client of callers) {
      const { rows, withBodies } = await client.kept();
      expect(rows).toBe(500);
      expect(withBodies).toBe(50);
    }
  });

  test('a test account has less, a live account keeps its own, and another day begins anew', async () => {
    const { live, test: twin } = await accounts();
    const [inLive, inTest] = [await caller(live), await caller(twin)];
    expect(await inTest.call(100)).toBe(50);
    expect(await inTest.kept()).toMatchObject({ rows: 50, withBodies: 10 });
    expect(await inTest.call(10, DAY_MS)).toBe(10);
    expect(await inLive.call(10)).toBe(10);
    expect(await inLive.kept()).toMatchObject({ rows: 10, withBodies: 10 });
  });

  test('what was counted goes with the days of the log', async () => {
    const { live } = await accounts();
    const day = (ago: number) => new Date(new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10));
    const count = (ago: number) =>
      database.db.requestLogDay.create({ data: { accountId: live, day: day(ago), requests: 1n, bodyBytes: 1n } });
    await Promise.all([30, 31, 400].map(count));
    while ((await keepRequestLog(database.db)) !== null);
    expect(await database.db.requestLogDay.findMany({ where: { accountId: live } })).toMatchObject([{ day: day(30) }]);
  });
});
