import { fundedAccount, insertSold, newOperator, useDatabase } from '@topup/testkit';
import { changeTier } from '../account/change-account';
import { NO_ORIGIN } from '../audit/actor';
import { decideApproval } from '../operator-guard/decide-approval';
import { changeDiscount, clearDiscount, previewDiscount } from './change-discounts';
import { listDiscounts } from './discount.store';
import { noteSalesDays, sumMonth } from './service-sales.store';

const database = useDatabase({ eachTest: true });

const HOUR_MS = 3_600_000;
const AIRTIME = { product: 'AIRTIME', service: 'mtn', code: null, amountKobo: 10_000n, costKobo: 9_700n } as const;
const MTN = { tier: 'standard', productType: 'AIRTIME', service: 'mtn' } as const;

const byOps = (as: { userId: string; email: string } | null = null) =>
  ({ actor: { kind: 'ops', systemUser: 'test', as }, origin: NO_ORIGIN }) as const;
const set = (bps: number, allowLoss = false) =>
  changeDiscount(database.db, byOps(), { ...MTN, bps, allowLoss }, undefined);

/** Sales of NGN 100 that cost 97, so many hours ago. */
async function sold(...hoursAgo: number[]): Promise<string> {
  const accountId = await fundedAccount(database.db, 1_000n);
  await insertSold(
    database.db,
    hoursAgo.map((hours) => ({ ...AIRTIME, accountId, at: new Date(Date.now() - hours * HOUR_MS) })),
  );
  return accountId;
}

describe('an operator gives away more than the provider’s commission without knowing it', () => {
  test('up to the commission of the last 30 days it is set; above, it is refused unless it is allowed', async () => {
    await sold(0, 24, 48);
    await noteSalesDays(database.db);
    expect(await set(300)).toMatchObject({ kind: 'set', costBps: 9_700 });
    expect(await set(301)).toEqual({ kind: 'discount_below_cost', service: 'mtn', bps: 301, costBps: 9_700 });
    expect(await listDiscounts(database.db)).toEqual([{ ...MTN, bps: 300, costBps: 9_700, belowCostAllowed: false }]);
    expect((await set(301, true)).kind).toBe('set');
    expect(await listDiscounts(database.db)).toMatchObject([{ bps: 301, belowCostAllowed: true }]);
  });

  test('the commission is the least of a provider, even if a cheaper one sold more in an outage', async () => {
    const accountId = await sold(24);
    const today = { ...AIRTIME, accountId, at: new Date() };
    const cheap = { ...today, provider: 'monnify', costKobo: 9_000n };
    const yesterday = new Date(Date.now() - 24 * HOUR_MS);
    // a provider of unknown costs says nothing
    const unknown = { ...today, provider: 'reloadly', costKobo: null };
    await insertSold(database.db, [cheap, { ...cheap, at: yesterday }, unknown]);
    await noteSalesDays(database.db);
    expect(await set(301)).toMatchObject({ kind: 'discount_below_cost', costBps: 9_700 });
    const preview = await previewDiscount(database.db, byOps(), { ...MTN, bps: 300, allowLoss: false });
    const sums = { sold: { purchases: 3, unknown: 1 }, marginBeforeKobo: 2_300n };
    expect(preview).toMatchObject({ refusal: null, effect: { costBps: 9_700, ...sums } });
    expect(await sumMonth(database.db)).toMatchObject([sums.sold]);
  });

  test('without sales there is no commission', async () => {
    expect(await set(1)).toMatchObject({ kind: 'discount_below_cost', costBps: 10_000 });
  });

  test('a loss of more than 10 % of the cost needs a second operator, who sees what it is', async () => {
    await sold(0);
    const ada = await newOperator(database.db);
    const order = { ...MTN, bps: 1_300, allowLoss: true };
    expect((await changeDiscount(database.db, byOps(), { ...order, bps: 1_200 }, undefined)).kind).toBe('set');
    const by = byOps({ userId: ada.actor.userId, email: ada.actor.email });
    const asked = await changeDiscount(database.db, by, order, 'a campaign');
    if (asked.kind !== 'asked') throw new Error(asked.kind);
    const decision = { id: asked.id, approve: true, note: null };
    expect(await decideApproval(database.db, await newOperator(database.db), decision)).toMatchObject({
      kind: 'approved',
    });
    expect(await listDiscounts(database.db)).toMatchObject([{ bps: 1_300, belowCostAllowed: true }]);
    const entry = await database.db.auditLog.findFirstOrThrow({
      where: { action: 'discount.set' },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({ subject: 'mtn', before: { discount: '12.00 %' }, after: { discount: '13.00 %' } });
  });

  test('each permission to lose, and each account that comes to it, counts on the cap of the operator', async () => {
    const used = async () => (await database.db.capUse.findMany()).map(({ amountKobo }) => amountKobo);
    expect((await set(100, true)).kind).toBe('set');
    expect(await used()).toEqual([1_000_000n]);
    await database.db.tier.create({ data: { name: 'gold', markupBps: 0 } });
    const accountId = await fundedAccount(database.db, 1_000n);
    for (const tier of ['gold', 'standard']) await changeTier(database.db, byOps(), accountId, tier);
    // one for the account that was opened in the tier, one for its return
    expect(await used()).toEqual([1_000_000n, 1_000_000n, 1_000_000n]);
  });

  test('the preview says what it costs on the sales of the month, and changes nothing', async () => {
    await sold(0, 1, 24);
    await noteSalesDays(database.db);
    const { refusal, effect } = await previewDiscount(database.db, byOps(), { ...MTN, bps: 250, allowLoss: false });
    expect(refusal).toBeNull();
    expect(effect).toMatchObject({
      costBps: 9_700,
      sold: { purchases: 3, faceKobo: 30_000n, chargedKobo: 30_000n, costKobo: 29_100n },
      marginBeforeKobo: 900n,
      marginAfterKobo: 150n,
    });
    const refused = await previewDiscount(database.db, byOps(), { ...MTN, bps: 400, allowLoss: false });
    expect(refused).toMatchObject({ refusal: { kind: 'discount_below_cost' }, effect: { marginAfterKobo: -300n } });
    expect(await listDiscounts(database.db)).toEqual([]);
  });

  test('data plans, unknown services and unknown tiers are refused, and removing twice says so', async () => {
    const refused = async (order: object) =>
      (await changeDiscount(database.db, byOps(), { ...MTN, bps: 1, allowLoss: true, ...order }, undefined)).kind;
    expect(await refused({ productType: 'DATA' })).toBe('takes_no_discount');
    expect(await refused({ service: 'mtnn' })).toBe('no_service_of_product');
    expect(await refused({ tier: 'iron' })).toBe('no_such_tier');
    await set(100, true);
    expect((await clearDiscount(database.db, byOps(), MTN)).kind).toBe('removed');
    expect((await clearDiscount(database.db, byOps(), MTN)).kind).toBe('no_such_discount');
  });
});

describe('the sums of a month miss a day, or count one twice', () => {
  test('each day counts once, today too, and a day is summed again after a reversal', async () => {
    const accountId = await sold(0, 24, 24, 48, 29 * 24, 40 * 24);
    const month = async () => (await sumMonth(database.db)).map(({ purchases }) => purchases);
    expect(await month()).toEqual([1]);
    expect(await noteSalesDays(database.db)).toBe(29);
    expect(await month()).toEqual([5]);
    // days without sales are summed again, and so are the latest days
    expect(await noteSalesDays(database.db)).toBe(29 - 1);
    expect(await month()).toEqual([5]);
    await database.db.$transaction([
      database.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      database.db.$executeRaw`UPDATE purchase SET status = 'refunded' WHERE account_id = ${accountId}::uuid
                               AND created_at BETWEEN now() - interval '50 hours' AND now() - interval '46 hours'`,
    ]);
    await noteSalesDays(database.db);
    expect(await month()).toEqual([4]);
  });

  test('a sale without a known cost is counted apart, and those of test accounts not at all', async () => {
    const accountId = await sold(0);
    await insertSold(database.db, [{ ...AIRTIME, accountId, at: new Date(), costKobo: null }]);
    expect(await sumMonth(database.db)).toMatchObject([{ purchases: 1, unknown: 1, unknownKobo: 10_000n }]);
  });
});
