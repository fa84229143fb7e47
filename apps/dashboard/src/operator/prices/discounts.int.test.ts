import type { ApprovalDetail, Asked, DiscountRow } from '@topup/dashboard-contract';
import { insertSold } from '@topup/testkit';
import { openOperatorWorld } from '../../testing/operator-world';

const { world, get, post } = openOperatorWorld();

const BOLA = 'bola@topup.example';
const MTN = { tier: 'standard', product: 'AIRTIME', service: 'mtn' } as const;
const preview = (changes: Record<string, string> = {}) =>
  get(`/discounts/preview?${new URLSearchParams({ ...MTN, percent: '2.5', ...changes })}`);
const list = async (): Promise<DiscountRow[]> => (await get('/discounts').expect(200)).body;

/** Two sales of NGN 100 in the tier, and one of another tier; each has cost 97. */
beforeAll(async () => {
  const [{ id: accountId }, { id: other }] = [await world().account(), await world().account()];
  const { id: tierId } = await world().db.tier.create({ data: { name: 'gold', markupBps: 0 } });
  await world().db.account.update({ where: { id: other }, data: { tierId } });
  const sale = { at: new Date(), product: 'AIRTIME', service: 'mtn', code: null } as const;
  const money = { amountKobo: 10_000n, costKobo: 9_700n };
  await insertSold(
    world().db,
    [accountId, accountId, other].map((id) => ({ ...sale, ...money, accountId: id })),
  );
});
beforeEach(() => world().db.discount.deleteMany());

describe('an operator sets a discount without knowing what that costs', () => {
  test('the preview has the commission, what the tier bought, and its margin before and after', async () => {
    const recorded = await world().db.auditLog.count();
    expect((await preview().expect(200)).body).toEqual({
      commissionPercent: '3.00',
      sold: { days: 30, purchases: 2, face: '200.00', marginBefore: '6.00', marginAfter: '1.00' },
      refusal: null,
    });
    expect([await list(), await world().db.auditLog.count()]).toEqual([[], recorded]);
  });

  test('the preview of a refusal has the effect too, and says why', async () => {
    const { body } = await preview({ percent: '3.01' }).expect(200);
    expect(body).toMatchObject({
      sold: { marginAfter: '-0.02' },
      refusal: {
        code: 'discount_below_cost',
        message: expect.stringMatching(/commission of a provider was 3\.00 %.* allow a discount below our cost\.$/),
      },
    });
    expect((await preview({ percent: '3.01', allowLoss: 'true' })).body.refusal).toBeNull();
    expect((await preview({ percent: '13', allowLoss: 'true' })).body.refusal).toEqual({
      code: 'approval_needed',
      message: 'This needs the approval of a second operator.',
    });
  });

  test.each([
    [{ percent: '0' }, 'percent'],
    [{ percent: '20.01' }, 'percent'],
    [{ percent: '2.555' }, 'percent'],
    [{ tier: 'iron' }, 'tier'],
    [{ product: 'DATA', service: 'mtn-data' }, 'product'],
    [{ service: 'dstv' }, 'service'],
    [{ allowLoss: 'perhaps' }, 'allowLoss'],
  ])('what cannot be a discount has no preview: %j', async (changes, field) => {
    const { body } = await preview(changes).expect(400);
    expect([body.code, Object.keys(body.fields)]).toEqual(['validation_failed', [field]]);
  });
});

describe('a tier saves something else than the operators decided', () => {
  test('a discount is set, changed, listed, exported and removed, each with its record', async () => {
    const row = { ...MTN, percent: '2.50', belowCostAllowed: false };
    expect((await post('/discounts', { ...MTN, percent: '2.5' }).expect(200)).body).toEqual(row);
    await post('/discounts', { ...MTN, percent: '4', allowLoss: true }).expect(200);
    expect(await list()).toEqual([{ ...row, percent: '4.00', belowCostAllowed: true }]);
    expect((await get('/discounts.csv').expect(200)).text.split('\r\n')).toEqual([
      'tier,product,service,percent,below_cost_allowed',
      'standard,AIRTIME,mtn,4.00,true',
      '',
    ]);
    await post('/discounts/remove', MTN).expect(200);
    expect(await list()).toEqual([]);
    const details = { tier: 'standard', product: 'AIRTIME' };
    const [allowed, not] = [{ below_cost: 'allowed' }, { below_cost: 'not allowed' }];
    expect(await world().recordedOf('mtn')).toMatchObject([
      { action: 'discount.set', before: { discount: 'none' }, after: { discount: '2.50 %' }, details },
      {
        action: 'discount.set',
        before: { discount: '2.50 %', ...not },
        after: { discount: '4.00 %', ...allowed },
        details,
      },
      {
        action: 'discount.remove',
        before: { discount: '4.00 %', ...allowed },
        after: { discount: 'none', ...not },
        details,
      },
    ]);
    const { body } = await post('/discounts/remove', MTN).expect(404);
    expect(body.message).toBe('Tier "standard" has no discount on mtn, so there is nothing to remove.');
  });

  test('a discount below cost is refused, at the field of the percentage', async () => {
    const { body } = await post('/discounts', { ...MTN, percent: '3.01' }).expect(409);
    expect(body).toMatchObject({ code: 'discount_below_cost', fields: { percent: body.message } });
    expect(await list()).toEqual([]);
  });

  test('one that loses more than 10 % of the cost is set by two operators, who see what it is', async () => {
    const losing = { ...MTN, percent: '13', allowLoss: true };
    expect((await post('/discounts', losing).expect(409)).body.code).toBe('approval_needed');
    const asked = await post('/discounts', { ...losing, approvalNote: 'a campaign' }).expect(202);
    const { id } = (asked.body as Asked).approval;
    expect((await get(`/approvals/${id}`).expect(200)).body).toMatchObject({
      kind: 'discount',
      note: 'a campaign',
      sentence: 'give tier "standard" a discount of 13.00 % on mtn, which sells it below cost',
      account: null,
      price: null,
      discount: { ...MTN, percent: '13.00' },
    } satisfies Partial<ApprovalDetail>);
    expect((await get('/approvals?kind=discount')).body.rows).toHaveLength(1);
    expect(await list()).toEqual([]);
    await world().postAs(BOLA, `/approvals/${id}/approve`).expect(200);
    expect(await list()).toEqual([{ ...MTN, percent: '13.00', belowCostAllowed: true }]);
  });
});
