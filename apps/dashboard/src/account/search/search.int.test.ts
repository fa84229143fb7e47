import { setWebhookUrl } from '@topup/core/account';
import { createKey } from '@topup/core/api-key';
import { createRequestLog } from '@topup/core/request-log';
import { newId, systemClock } from '@topup/core/shared';
import type { Found } from '@topup/dashboard-contract';
import request from 'supertest';
import { openAccountWorld } from '../../testing/account-world';
import { delivered, quiet } from '../../testing/seller';

const { world, get, read } = openAccountWorld();
const NUMBER = '08030000001';
const masterKey = Buffer.alloc(32, 7);
let mine: string;
let others: string;
let requestId: string;
let eventId: string;

beforeAll(async () => {
  [mine, others] = [await world().account(), await world().account()];
  const { db } = world();
  for (const accountId of [mine, others]) {
    await setWebhookUrl(db, accountId, 'https://client.example/hooks');
    await createKey({ db, masterKey }, accountId, 'Till in Yaba');
    await world().sell(accountId, { requestRef: 'order-1' }, delivered);
  }
  await world().sell(others, { requestRef: 'only-theirs' }, delivered);
  const plan = { network: 'MTN', planName: 'SME', validity: '30 days', costKobo: 100n, providerService: 'mtn-data' };
  await db.dataPlan.createMany({
    data: [
      { ...plan, planId: 'mtn-sme-1', name: '1 GB SME', providerCode: 'm1' },
      { ...plan, planId: null, name: '2 GB SME', providerCode: 'm2' },
    ],
  });
  requestId = newId();
  const { id: apiKeyId } = await db.apiKey.findFirstOrThrow({ where: { accountId: others } });
  const log = createRequestLog({ db, clock: systemClock, log: quiet, dropped: () => undefined });
  const balance = { method: 'GET', path: '/v1/wallet/balance', status: 200, errorCode: null, durationMs: 5 };
  log.record({ ...balance, accountId: others, apiKeyId, requestId, reference: null, request: undefined, answer: {} });
  await log.close();
  eventId = (await db.webhookEvent.findFirstOrThrow({ where: { accountId: others } })).id;
});

const search = (as: string, text: string) => read<Found[]>(as, `/search?text=${encodeURIComponent(text)}`);
const kinds = async (as: string, text: string) => (await search(as, text)).map(({ kind }) => kind);

describe('a client finds what is of another, or not what is its own', () => {
  test('its purchases by reference and by number, however it is written; never those of another', async () => {
    for (const text of ['order-1', NUMBER, '+2348030000001', '0803 000 0001'])
      expect([text, await search(mine, text)]).toMatchObject([
        text,
        [{ kind: 'purchase', reference: 'order-1', recipient: NUMBER, account: null }],
      ]);
    expect(await search(mine, 'only-theirs')).toEqual([]);
    expect(await kinds(others, NUMBER)).toEqual(['purchase', 'purchase']);
  });

  test('its keys by a part of the name and by what is shown of them', async () => {
    const [key] = await world().db.apiKey.findMany({ where: { accountId: mine } });
    expect(await search(mine, 'in yaba')).toMatchObject([{ kind: 'key', id: key?.id, account: null }]);
    expect(await search(mine, key?.display ?? '')).toMatchObject([{ kind: 'key', id: key?.id }]);
    expect(await search(others, key?.display ?? '')).toEqual([]);
  });

  test('plans that are for sale by code and name, and no account', async () => {
    expect(await search(mine, 'SME')).toEqual([
      { kind: 'plan', planId: 'mtn-sme-1', network: 'MTN', name: '1 GB SME' },
    ]);
    expect(await search(mine, mine)).toEqual([]);
    const { name } = await world().db.account.findUniqueOrThrow({ where: { id: mine } });
    expect(await search(mine, name)).toEqual([]);
  });

  test('a request by its request ID and a delivery by its webhook ID; never those of another', async () => {
    expect(await search(others, requestId)).toMatchObject([
      { kind: 'request', path: '/v1/wallet/balance', status: 200 },
    ]);
    expect(await search(others, eventId)).toMatchObject([{ kind: 'delivery', id: eventId }]);
    for (const id of [requestId, eventId]) expect(await search(mine, id)).toEqual([]);
  });

  test('an operator, a stranger and a text that is too short get no answer', async () => {
    expect((await get('operator', '/search?text=order-1')).status).toBe(403);
    expect((await get(mine, '/search?text=a')).status).toBe(400);
    expect((await request(world().app).get('/api/search?text=order-1')).status).toBe(401);
  });
});
