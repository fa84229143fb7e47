import type { CatalogueSource } from '@topup/core/catalogue';
import { reportBreakers, writeFloat } from '@topup/core/provider';
import { declarationOf } from '@topup/providers';
import { insertSold } from '@topup/testkit';
import express from 'express';
import request from 'supertest';
import { OPERATOR, openOperatorWorld } from '../../testing/operator-world';
import { delivered, unknown } from '../../testing/seller';
import { createFloatReader } from './float-reader';
import { createLastHour } from './last-hour';
import { providerRoutes } from './provider.routes';

const reloadly: CatalogueSource = {
  name: 'reloadly',
  sells: ['AIRTIME', 'DATA'],
  dataServices: [],
  variations: async () => ({ kind: 'unavailable', reason: 'it has none' }),
};
const { world, get, post } = openOperatorWorld({ others: [reloadly] });

const closed = async () => (await get('/provider').expect(200)).body.breakers;

describe('an operator does not see what is stopped, or cannot stop what goes wrong', () => {
  afterEach(() => world().db.providerSwitch.deleteMany());

  test('a service that is closed is listed with who, why and since when, until it is opened', async () => {
    await post('/provider/close', { provider: 'vtpass', service: 'mtn-data', reason: ' ticket 17 ' }).expect(200);
    await post('/provider/close', { provider: 'vtpass', service: null, reason: 'ticket 18' }).expect(200);
    const row = {
      provider: 'vtpass',
      reason: 'operator',
      state: 'open',
      accounts: null,
      processes: null,
      since: expect.any(String),
    };
    expect(await closed()).toEqual([
      { ...row, breaker: 'mtn-data', detail: `${OPERATOR}: ticket 17` },
      { ...row, breaker: 'provider', detail: `${OPERATOR}: ticket 18` },
    ]);
    await post('/provider/open', { provider: 'vtpass', service: 'mtn-data' }).expect(200);
    await post('/provider/open', { provider: 'vtpass', service: null }).expect(200);
    expect(await closed()).toEqual([]);
    expect(await world().recordedOf('vtpass mtn-data')).toEqual([
      { action: 'provider.close', note: 'ticket 17', before: null, after: null, details: {}, userEmail: OPERATOR },
      {
        action: 'provider.open',
        note: null,
        before: null,
        after: null,
        details: { reason: 'ticket 17', closed_at: expect.any(String) },
        userEmail: OPERATOR,
      },
    ]);
    expect(await world().recordedOf('vtpass')).toHaveLength(2);
  });

  test('what is closed is not closed again, and what is open is not opened: nothing is recorded', async () => {
    await post('/provider/close', { provider: 'vtpass', service: 'dstv', reason: 'ticket 19' }).expect(200);
    expect(
      (await post('/provider/close', { provider: 'vtpass', service: 'dstv', reason: 'x' }).expect(409)).body,
    ).toMatchObject({
      code: 'already_closed',
      message: 'Service "dstv" at vtpass is already closed by an operator.',
    });
    expect((await post('/provider/open', { provider: 'vtpass', service: 'gotv' }).expect(409)).body).toMatchObject({
      code: 'not_closed',
    });
    expect((await post('/provider/open', { provider: 'vtpass', service: null }).expect(409)).body).toMatchObject({
      code: 'not_closed',
    });
    expect(await world().recordedOf('vtpass dstv')).toHaveLength(1);
  });

  test.each([
    [
      { provider: 'vtpass', service: 'mtnn', reason: 'x' },
      { service: 'The provider vtpass sells no service "mtnn". Check its name.' },
    ],
    [
      { provider: 'reloadly', service: 'dstv', reason: 'x' },
      { service: 'The provider reloadly sells no service "dstv". Check its name.' },
    ],
    [
      { provider: 'vtpas', service: null, reason: 'x' },
      { provider: 'There is no provider "vtpas". It must be one of vtpass, reloadly.' },
    ],
    [{ provider: 'vtpass', service: 'mtn' }, { reason: expect.stringContaining('must be one line') }],
    [{ provider: 'vtpass', reason: 'x' }, { service: expect.stringContaining('must be one line') }],
    [{ service: null, reason: 'x' }, { provider: expect.stringContaining('must be one line') }],
  ])('a wrong order names what is wrong: %j', async (body, fields) => {
    expect((await post('/provider/close', body).expect(400)).body).toMatchObject({ fields });
    expect(await closed()).toEqual([]);
  });

  test('breakers of running processes are listed, with what is left of the float', async () => {
    const since = new Date('2026-11-22T12:00:00Z');
    const base = { provider: 'vtpass', state: 'open' as const, accounts: null, leftKobo: null, detail: null, since };
    await reportBreakers(world().db, 'worker@x:1', [
      { ...base, breaker: 'provider', reason: 'float', leftKobo: 60_000n },
      { ...base, breaker: 'mtn', reason: 'silent', accounts: 3 },
    ]);
    const row = { provider: 'vtpass', state: 'open', processes: ['worker@x:1'], since: since.toISOString() };
    expect(await closed()).toEqual([
      { ...row, breaker: 'mtn', reason: 'silent', accounts: 3, detail: null },
      { ...row, breaker: 'provider', reason: 'float', accounts: null, detail: 'Orders above NGN 600.00 are stopped.' },
    ]);
  });
});

describe('with several providers, the wrong one is closed, or the float of one is taken for that of another', () => {
  const providers = async () => (await get('/provider').expect(200)).body.providers;

  afterEach(() => world().db.providerSwitch.deleteMany());

  test('they are in the order of preference, each with what it sells and what of it can be closed', async () => {
    const [vtpass, reloadly] = await providers();
    expect(vtpass).toMatchObject({ name: 'vtpass', sells: declarationOf('vtpass').profile.sells });
    expect(vtpass.services).toEqual(expect.arrayContaining(['mtn', 'mtn-data', 'dstv', 'ikeja-electric']));
    expect(reloadly).toMatchObject({
      name: 'reloadly',
      sells: ['AIRTIME', 'DATA'],
      services: ['mtn', 'glo', 'airtel', 'etisalat', 'mtn-data', 'glo-data'],
    });
  });

  test('one is closed, and the other is not', async () => {
    await post('/provider/close', { provider: 'reloadly', service: null, reason: 'ticket 20' }).expect(200);
    expect(await providers()).toMatchObject([{ closed: false }, { closed: true }]);
    expect((await closed())[0]).toMatchObject({ provider: 'reloadly', breaker: 'provider', reason: 'operator' });
    await post('/provider/open', { provider: 'vtpass', service: null }).expect(409);
    await post('/provider/open', { provider: 'reloadly', service: null }).expect(200);
    expect(await providers()).toMatchObject([{ closed: false }, { closed: false }]);
  });

  test('each float has its mark and lasts as long as its own sales let it', async () => {
    const { id } = await world().account();
    await insertSold(world().db, [
      { accountId: id, at: new Date(Date.now() - 7_200_000), provider: 'reloadly', costKobo: 60_000n },
      // the first sale there was half an hour ago: nobody knows what an hour costs
      { accountId: id, at: new Date(Date.now() - 1_800_000), provider: 'vtpass', costKobo: 30_000n },
    ]);
    await writeFloat(world().db, { provider: 'reloadly', balanceKobo: 1n, alertKobo: 50_001n });
    expect(await freshFloats()).toMatchObject([
      { name: 'vtpass', burnPerHour: '100.00', hoursLeft: null, float: { mark: null, low: false } },
      {
        name: 'reloadly',
        burnPerHour: '200.00',
        hoursLeft: 2.5,
        float: { amount: '500.00', mark: '500.01', low: true, fault: null },
      },
    ]);
  });

  test('of a provider that does not say, the last reading of a worker is shown, and why; the other is there', async () => {
    await writeFloat(world().db, { provider: 'reloadly', balanceKobo: 40_000n, alertKobo: 0n });
    world().provider.otherBalance = () => ({ kind: 'unavailable', reason: 'HTTP 502' });
    expect(await freshFloats()).toMatchObject([
      { float: { amount: '123456.00', fault: null } },
      { float: { amount: '400.00', low: false, fault: 'Couldn’t read the float: HTTP 502.' } },
    ]);
  });

  test('orders that got no answer are counted beside the state: no breaker opens for a few of one account', async () => {
    expect(await freshFloats()).toMatchObject([{ unanswered: null }, { unanswered: null }]);
    const { id } = await world().account();
    for (const answer of [delivered, unknown, unknown, { ...unknown, orderSeen: true }, null])
      await world().send(await world().buy(id), answer);
    expect(await freshFloats()).toMatchObject([
      { name: 'vtpass', closed: false, unanswered: { orders: 2, of: 6, lastAt: expect.any(String) } },
      { name: 'reloadly', unanswered: null },
    ]);
  });

  /** The providers as a process shows them that has cached nothing. */
  async function freshFloats(): Promise<object[]> {
    const { deps } = world();
    const floats = createFloatReader({ ...deps, providers: deps.operator.providers });
    const app = express().use(providerRoutes(deps, { floats, lastHour: createLastHour(deps) }));
    return (await request(app).get('/provider').expect(200)).body.providers;
  }
});
