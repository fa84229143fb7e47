import type { Overview } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import request from 'supertest';
import { electricity, openAccountWorld } from '../../testing/account-world';
import { vended } from '../../testing/seller';

const { world, read } = openAccountWorld();

const DAY_MS = 86_400_000;
const since = new Date('2026-11-22T12:00:00Z');
let account: string;

const shown = async (as = account) => (await read<Overview>(as, '/overview')).services;
const note = (productType: string, service: string, state: string, message: string | null = null, hours = 1) => {
  const messageUntil = message === null ? null : new Date(Date.now() + hours * 3_600_000);
  return world().db.serviceState.create({ data: { productType, service, state, since, message, messageUntil } });
};

/** Data of 9mobile, airtime of MTN, a disco, DStv 31 days ago, and a Glo purchase that failed. */
beforeAll(async () => {
  account = await world().account();
  const of = { accountId: account, at: new Date() };
  await insertSold(world().db, [
    { ...of, service: 'etisalat-data' },
    { ...of, product: 'AIRTIME', service: 'mtn', code: null },
    { ...of, product: 'AIRTIME', service: 'glo', code: null, status: 'failed' },
    { ...of, product: 'CABLE_TV', service: 'dstv', at: new Date(Date.now() - 31 * DAY_MS) },
  ]);
  await world().sell(account, electricity, vended);
});

describe('a client learns of an outage from failed purchases, or reads of one that is not theirs', () => {
  afterEach(() => world().db.serviceState.deleteMany());

  test('while all is well nothing is shown, and a message that has ended is not', async () => {
    await note('AIRTIME', 'mtn', 'available');
    await note('ELECTRICITY', 'ikeja-electric', 'available', 'Over.', -1);
    expect(await shown()).toEqual([]);
  });

  test('what is not as usual is shown, with its beginning and the message, if the account bought it lately', async () => {
    await note('AIRTIME', 'mtn', 'degraded');
    await note('AIRTIME', 'glo', 'unavailable');
    await note('AIRTIME', 'etisalat', 'unavailable');
    await note('DATA', '9MOBILE', 'unavailable', '9mobile works on its systems.');
    await note('DATA', 'MTN', 'unavailable');
    await note('CABLE_TV', 'dstv', 'unavailable');
    await note('ELECTRICITY', 'ikeja-electric', 'available', 'Ikeja Electric stops at 22:00.');
    const row = { since: since.toISOString(), message: null, messageUntil: null };
    const said = { ...row, messageUntil: expect.any(String) };
    expect((await shown()).sort((one, other) => one.service.localeCompare(other.service))).toEqual([
      {
        ...said,
        productType: 'DATA',
        service: '9MOBILE',
        state: 'unavailable',
        message: '9mobile works on its systems.',
      },
      {
        ...said,
        productType: 'ELECTRICITY',
        service: 'ikeja-electric',
        state: 'available',
        message: 'Ikeja Electric stops at 22:00.',
      },
      { ...row, productType: 'AIRTIME', service: 'mtn', state: 'degraded' },
    ]);
    expect(await shown(await world().account())).toEqual([]);
  });

  test('of a large account, the newest 200 successes of a product are looked at', async () => {
    const large = await world().account();
    const airtime = { accountId: large, product: 'AIRTIME', code: null } as const;
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const glo = { ...airtime, service: 'glo' };
    await insertSold(world().db, [
      { ...glo, at: at(400) },
      ...Array.from({ length: 200 }, (_, n) => ({ ...airtime, service: 'mtn', at: at(n) })),
    ]);
    await note('AIRTIME', 'glo', 'unavailable');
    expect(await shown(large)).toEqual([]);
    await insertSold(world().db, [{ ...glo, at: at(0) }]);
    expect(await shown(large)).toEqual([]);
    world().ahead.ms += 60_001;
    expect(await shown(large)).toMatchObject([{ service: 'glo' }]);
  });

  test('in test mode nothing is shown, because no purchase reaches a provider', async () => {
    await note('AIRTIME', 'mtn', 'unavailable');
    expect(await shown()).toHaveLength(1);
    const answer = await request(world().app).get('/api/overview').set('as', account).set('Cookie', 'topup-mode=test');
    expect([answer.headers['x-mode'], answer.body.services]).toEqual(['test', []]);
  });
});
