import request from 'supertest';
import { accountOf, collectionsOf } from '../../testing/collections';
import { monnifyOf } from '../../testing/monnify';
import { postRaw, withServer } from '../../testing/server';

const CREATE = '/monnify/api/v2/bank-transfer/reserved-accounts';
const RESERVED = { second: 422, read: 200 };
const UNRESERVED = { second: 200, read: 200 };

/** Asks for an account whose BVN selects the outcome, then asks once more and reads it. */
async function observe(url: string, outcome: string) {
  const account = accountOf({ bvn: `0800${outcome}00123` });
  const keys = { authorization: await monnifyOf(url).bearer() };
  const first = await postRaw(`${url}${CREATE}`, account, undefined, keys);
  return { first, ...(await aftermath(url, account)) };
}

async function aftermath(url: string, account: Record<string, unknown>) {
  const monnify = collectionsOf(url);
  const second = (await monnify.reserve(account)).status;
  return { second, read: (await monnify.read(account.accountReference)).status };
}

/** The references of all accounts. */
async function reservedAt(url: string): Promise<unknown[]> {
  const { body } = await request(url).get('/reserved-accounts');
  return body.accounts.map(({ account_reference }: Record<string, unknown>) => account_reference);
}

async function whenReserved(url: string, reference: unknown): Promise<void> {
  while (!(await reservedAt(url)).includes(reference));
}

describe('an account was reserved although its answer was lost, or was not', () => {
  it.each([
    ['00', 200, '0', RESERVED],
    ['09', 500, '99', UNRESERVED],
    ['10', 500, '99', RESERVED],
    ['12', 503, '99', UNRESERVED],
  ])('outcome %s is HTTP %i with code %s', async (outcome, status, code, after) => {
    await withServer({}, async ({ url }) => {
      const { first, ...rest } = await observe(url, outcome);
      expect([first.status, JSON.parse(first.text).responseCode]).toEqual([status, code]);
      expect(rest).toEqual(after);
    });
  });

  it.each([
    ['07', UNRESERVED, { whole: false, text: '', error: 'read ECONNRESET' }],
    ['08', RESERVED, { whole: false, text: '', error: 'read ECONNRESET' }],
    ['11', UNRESERVED, { whole: true, status: 502, text: expect.stringContaining('<html>') }],
    ['14', RESERVED, { whole: false, status: 200, text: expect.stringMatching(/^{"requestSuccessful":true.*[^}]$/) }],
  ])('outcome %s is no answer in JSON', async (outcome, after, expected) => {
    await withServer({}, async ({ url }) => {
      const { first, ...rest } = await observe(url, outcome);
      expect(first).toMatchObject(expected);
      expect(rest).toEqual(after);
    });
  });

  it('outcome 05 never answers, and has reserved the account', async () => {
    await withServer({}, async ({ url }) => {
      const account = accountOf({ bvn: '08000500123' });
      const keys = { authorization: await monnifyOf(url).bearer() };
      const leave = (asked: { destroy(): void }) =>
        void whenReserved(url, account.accountReference).then(() => asked.destroy());
      expect(await postRaw(`${url}${CREATE}`, account, leave, keys)).toMatchObject({ whole: false, status: null });
      expect(await aftermath(url, account)).toEqual(RESERVED);
    });
  });

  it('outcome 06 never answers the first of two calls, and reserves nothing for it', async () => {
    await withServer({}, async ({ url }) => {
      const account = accountOf({ bvn: undefined, nin: '08000600123' });
      const keys = { authorization: await monnifyOf(url).bearer() };
      const calls: { destroy(): void }[] = [];
      const ask = () => postRaw(`${url}${CREATE}`, account, (asked) => void calls.push(asked), keys);
      const endings = [ask(), ask()];
      expect(await Promise.race(endings)).toMatchObject({ whole: true, status: 200 });
      for (const call of calls) call.destroy();
      const statuses = (await Promise.all(endings)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, null]);
    });
  });

  it('waits as long as the BVN asks, and reserves one account of two requests that wait together', async () => {
    await withServer({}, async ({ url }) => {
      const account = accountOf({ bvn: '08000001123' });
      const start = performance.now();
      const answers = await Promise.all([collectionsOf(url).reserve(account), collectionsOf(url).reserve(account)]);
      expect(performance.now() - start).toBeGreaterThan(990);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    });
  });
});
