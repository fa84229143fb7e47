import { createKey } from '@topup/core/api-key';
import type { Found } from '@topup/dashboard-contract';
import { OPERATOR, openOperatorWorld, PHONE } from '../../testing/operator-world';
import { unknown } from '../../testing/seller';

const { world, get } = openOperatorWorld();
let account: { id: string; name: string };
let display: string;

beforeAll(async () => {
  account = await world().account();
  for (const reference of ['order-1', 'order-2'])
    await world().send(await world().buy(account.id, 'AIRTIME', reference), unknown);
  const { id } = await createKey({ db: world().db, masterKey: Buffer.alloc(32, 7) }, account.id, 'Till in Yaba');
  display = (await world().db.apiKey.findUniqueOrThrow({ where: { id } })).display;
  const plan = { planId: 'mtn-sme-1', network: 'MTN', name: '1 GB SME', planName: '1 GB SME', validity: '30 days' };
  await world().db.dataPlan.create({
    data: { ...plan, costKobo: 100n, providerService: 'mtn-data', providerCode: 'm1' },
  });
});

const search = async (text: string): Promise<Found[]> =>
  (await get(`/search?text=${encodeURIComponent(text)}`).expect(200)).body;
const kinds = async (text: string) => (await search(text)).map(({ kind }) => kind);

describe('an operator has to know in which list something is', () => {
  test('purchases are found by reference and by number, however it is written, and the number is masked', async () => {
    expect(await search('order-1')).toMatchObject([
      { kind: 'purchase', reference: 'order-1', status: 'initiated', amount: '100.00', account },
    ]);
    for (const number of [PHONE, '+2348030000001', '234 803 000 0001', '0803-000-0001']) {
      const found = await search(number);
      expect([number, found.map((each) => each.kind === 'purchase' && each.reference)]).toEqual([
        number,
        ['order-2', 'order-1'],
      ]);
      expect(JSON.stringify(found)).not.toContain(PHONE);
    }
  });

  test('accounts and keys by a part of the name or by id, keys by what is shown of them, plans by code', async () => {
    expect(await search(account.name.slice(3, 20).toUpperCase())).toMatchObject([{ kind: 'account', id: account.id }]);
    expect(await search(account.id)).toMatchObject([{ kind: 'account', name: account.name, status: 'active' }]);
    for (const text of ['till in', display, display.slice(0, 13)])
      expect([text, await search(text)]).toMatchObject([text, [{ kind: 'key', display, revoked: false, account }]]);
    for (const text of ['MTN-SME', '1 gb sme']) expect([text, await kinds(text)]).toEqual([text, ['plan']]);
  });

  test('at most five of a kind, and nothing for a text that is nowhere', async () => {
    for (let n = 0; n < 6; n += 1) await world().account();
    expect(await kinds('account')).toEqual(Array.from({ length: 5 }, () => 'account'));
    expect(await search('nowhere-%_')).toEqual([]);
  });

  test('test accounts are in no result', async () => {
    const { id } = await world().db.account.findFirstOrThrow({ where: { mode: 'test', twinOf: account.id } });
    await createKey({ db: world().db, masterKey: Buffer.alloc(32, 7) }, id, 'of the twin');
    expect(await search(id)).toEqual([]);
    expect(await search('of the twin')).toEqual([]);
  });

  test('it is refused to others, and with a text that is too short, too long or not a text', async () => {
    for (const role of ['owner', 'viewer'] as const)
      await world().call('get', '/api/operator/search?text=order-1', role).expect(403);
    await world().call('get', '/api/operator/search?text=order-1', null, OPERATOR).expect(401);
    for (const text of ['', 'a', '%20a%20', 'a%00b', 'x'.repeat(101)]) await get(`/search?text=${text}`).expect(400);
  });
});
