import { newId } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { ApprovalDetail, Asked, Collections, TransferRow } from '@topup/dashboard-contract';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post, pages } = openOperatorWorld();

const BOLA = 'bola@topup.example';
const MOST = 100_000_000n;
const balance = (id: string) => getWalletBalance(world().db, id);

/** A transfer as the collector tells it. @returns its row */
async function told(
  accountId: string | null,
  amountKobo: bigint,
  { status = 'paid', reference = `MNFY|${newId()}` } = {},
): Promise<{ id: string; reference: string }> {
  const [row] = await world().db.$queryRaw<{ id: bigint }[]>`
    SELECT collection_id AS id FROM record_collection(
      'monnify', ${reference}, ${accountId}::uuid, ${amountKobo}::bigint, NULL, ${status}, '', 'ADA OBI', 'GTBank', ${MOST})`;
  return { id: `${row?.id}`, reference };
}
const overview = async () => (await get('/collections').expect(200)).body as Collections;
const listed = async (state: string) =>
  (await pages(`/collections/transfers?state=${state}`)).rows as unknown as TransferRow[];
const confirm = (id: string, body: object = {}) =>
  post(`/collections/transfers/${id}/confirm`, { note: 'seen', ...body });

describe('money of a client is lost, or added by somebody who may not', () => {
  test('above the maximum it waits; one operator asks, and a second one credits it, once', async () => {
    const { id, name } = await world().account();
    const before = await overview();
    const { id: transfer, reference } = await told(id, 150_000_000n);
    const { totals } = await overview();
    expect(totals.waiting).toBe(before.totals.waiting + 1);
    expect((await listed('waiting'))[0]).toMatchObject({
      ...{ id: transfer, reference, accountName: name, reason: 'above_maximum', perhapsFundedAs: null },
      ...{ payer: 'ADA OBI', payerBank: 'GTBank', amount: '1500000.00' },
    });
    expect((await confirm(transfer).expect(409)).body.code).toBe('approval_needed');
    const { body } = await confirm(transfer, { approvalNote: 'a large client' }).expect(202);
    expect(await balance(id)).toBe(1_000_000n);
    await world()
      .postAs(BOLA, `/approvals/${(body as Asked).approval.id}/approve`)
      .expect(200);
    expect(await balance(id)).toBe(151_000_000n);
    expect((await listed('credited'))[0]).toMatchObject({ id: transfer, reason: null, entryId: expect.any(String) });
    expect((await confirm(transfer).expect(409)).body.code).toBe('transfer_not_open');
    expect(await balance(id)).toBe(151_000_000n);
  });

  test('what belongs to nobody is given to the account that the operator names, by its name or id', async () => {
    const [one, other] = [await world().account(), await world().account()];
    const [first, second] = [await told(null, 30_000n), await told(null, 40_000n)];
    expect((await listed('open')).map(({ id }) => id).slice(0, 2)).toEqual([second.id, first.id]);
    expect((await confirm(first.id).expect(400)).body.fields).toHaveProperty('account');
    await confirm(first.id, { account: 'nobody' }).expect(404);
    expect((await confirm(first.id, { account: one.name }).expect(200)).body).toMatchObject({
      funded: true,
      amount: '300.00',
    });
    await confirm(second.id, { account: other.id }).expect(200);
    expect([await balance(one.id), await balance(other.id)]).toEqual([1_030_000n, 1_040_000n]);
    expect((await world().recordedOf(one.name)).at(-1)).toMatchObject({ action: 'wallet.fund', note: 'seen' });
    await confirm('4711').expect(404);
    await confirm('x').expect(404);
  });

  test('another account cannot be given what the collector says is of one', async () => {
    const [one, other] = [await world().account(), await world().account()];
    const { id } = await told(one.id, 150_000_000n);
    expect((await confirm(id, { account: other.id }).expect(409)).body.code).toBe('transfer_told_otherwise');
    expect([await balance(one.id), await balance(other.id)]).toEqual([1_000_000n, 1_000_000n]);
  });

  test('a wallet that was funded by hand with the same amount is named, and the transfer can be dismissed', async () => {
    const { id } = await world().account();
    await post(`/accounts/${id}/fund`, { amount: '2000', reference: 'GTB-1', note: 'statement' }).expect(200);
    await world().db.$executeRaw`UPDATE money_rule SET collections = 'off'`;
    const transfer = await told(id, 200_000n);
    await world().db.$executeRaw`UPDATE money_rule SET collections = 'on'`;
    expect((await listed('waiting'))[0]).toMatchObject({ reason: 'switched_off', perhapsFundedAs: 'GTB-1' });
    const path = `/collections/transfers/${transfer.id}/dismiss`;
    expect((await post(path).expect(400)).body.fields).toHaveProperty('note');
    await post(path, { note: 'funded as GTB-1' }).expect(200);
    expect((await post(path, { note: 'again' }).expect(409)).body.code).toBe('transfer_not_open');
    expect((await listed('dismissed'))[0]).toMatchObject({ id: transfer.id, note: 'funded as GTB-1' });
    expect((await confirm(transfer.id).expect(409)).body.code).toBe('transfer_not_open');
    expect(await balance(id)).toBe(1_200_000n);
    expect(await world().recordedOf(transfer.reference)).toMatchObject([{ action: 'collections.dismiss' }]);
  });

  test('what was taken back is a finding, and a second operator lets the wallet go below zero', async () => {
    const { id } = await world().account();
    const { reference } = await told(id, 2_000_000n);
    await post(`/accounts/${id}/adjust`, { amount: '-30000', reference: newId(), reason: 'spent' }).expect(200);
    await told(id, 2_000_000n, { status: 'reversed', reference });
    const [finding] = (await get('/reconciliation/findings?provider=collections&state=open').expect(200)).body.rows;
    expect(finding).toMatchObject({
      ...{ kind: 'transfer_reversed', reference, accountId: id, difference: '20000.00' },
      facts: { entry_id: expect.stringMatching(/^\d+$/) },
    });
    expect((await overview()).openFindings).toBe(1);
    const { body: recon } = await get('/reconciliation').expect(200);
    expect(recon.providers).toContainEqual(expect.objectContaining({ name: 'collections', open: 1, nextDay: null }));
    const takeBack = {
      ...{ amount: `-${finding.difference}`, entry: finding.facts.entry_id, belowZero: true },
      ...{ reference: `taken back ${reference}`, reason: 'The payer took this transfer back.' },
    };
    expect((await post(`/accounts/${id}/adjust`, takeBack).expect(409)).body.code).toBe('approval_needed');
    const { body } = await post(`/accounts/${id}/adjust`, { ...takeBack, approvalNote: 'taken back' }).expect(202);
    await world().postAs(BOLA, `/approvals/${body.approval.id}/approve`).expect(200);
    expect(await balance(id)).toBe(-2_000_000n);
    const resolve = `/reconciliation/findings/${finding.id}/resolve`;
    const refused = await post(resolve, { resolution: 'accepted', note: 'x' }).expect(409);
    expect(refused.body.code).toBe('no_float');
    await post(resolve, { resolution: 'explained', note: 'taken from the wallet' }).expect(200);
    expect((await overview()).openFindings).toBe(0);
  });
});

describe('the collector adds more than was allowed', () => {
  test('one operator allows less at once; to allow more, a second one approves what they read', async () => {
    const rule = { state: 'off', cap: '5000', note: 'an incident' };
    await post('/collections/rule', rule).expect(200);
    expect(await overview()).toMatchObject({ collector: 'monnify', state: 'off', cap: '5000.00' });
    expect((await post('/collections/rule', { ...rule, note: '' }).expect(400)).body.fields).toHaveProperty('note');
    const more = { state: 'on', cap: '9000', note: 'it is over' };
    const { body } = await post('/collections/rule', more).expect(202);
    expect(await overview()).toMatchObject({ state: 'off', cap: '5000.00' });
    const path = `/approvals/${(body as Asked).approval.id}`;
    expect((await get(path).expect(200)).body).toMatchObject({
      kind: 'collections',
      collections: { state: 'on', cap: '9000.00' },
      note: 'it is over',
    } satisfies Partial<ApprovalDetail>);
    await world().postAs(BOLA, `${path}/approve`).expect(200);
    const { id } = await world().account();
    await told(id, 500_000n);
    expect(await overview()).toMatchObject({ state: 'on', cap: '9000.00', totals: { today: expect.any(String) } });
    expect((await overview()).totals.today).not.toBe('0.00');
  });
});

test('accounts and compared days are listed, and are files', async () => {
  const { id, name } = await world().account();
  const banks = [{ bankCode: '035', bankName: 'Wema bank', accountNumber: '5000000009', accountName: name }];
  await world().db.fundingAccount.create({ data: { accountId: id, collector: 'monnify', banks, readAt: new Date() } });
  await world().db.$executeRaw`
    INSERT INTO collection_day (collector, day, listed, listed_kobo, booked, booked_kobo)
    VALUES ('monnify', '2026-10-01', 2, 50000, 1, 20000)`;
  expect((await get('/collections/accounts').expect(200)).body).toMatchObject([
    { accountId: id, accountName: name, banks },
  ]);
  expect((await get('/collections/days').expect(200)).body.rows).toMatchObject([
    { day: '2026-10-01', listed: 2, listedAmount: '500.00', booked: 1, bookedAmount: '200.00' },
  ]);
  expect((await get('/collections/accounts.csv').expect(200)).text).toContain('035:5000000009');
  expect((await get('/collections/days.csv').expect(200)).text).toContain('2026-10-01,2,500.00,1,200.00,');
  expect((await get('/collections/transfers.csv?state=credited').expect(200)).text).toContain('ADA OBI,GTBank');
  expect((await get('/collections').expect(200)).body.matched).toEqual({ count: 0, total: '0.00' });
});

test('a member, an owner and a stranger reach none of it', async () => {
  for (const path of ['/collections', '/collections/transfers', '/collections/days', '/collections/accounts'])
    for (const [role, status] of [['owner', 403] as const, ['viewer', 403] as const, [null, 401] as const])
      await world().call('get', `/api/operator${path}`, role).expect(status);
});
