import request from 'supertest';
import type { SandboxOptions } from '../settings';
import { airtime, bouquet, NOON, newRequestId, POST_KEYS, plan, power } from '../testing/client';
import { buildSandbox } from '../wire';

/** One sandbox, and the code it answers a `/api/pay` with. */
function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = buildSandbox({ now: () => NOON, ...options });
  const call = async (path: string, body: object): Promise<string> =>
    (await request(sandbox.app).post(path).set(POST_KEYS).send(body)).body.code;
  return {
    sandbox,
    pay: (changes: Record<string, unknown>) => call('/api/pay', airtime(changes)),
    payPlan: (changes: Record<string, unknown>) => call('/api/pay', plan(changes)),
    payBouquet: (changes: Record<string, unknown>) => call('/api/pay', bouquet(changes)),
    payPower: (changes: Record<string, unknown>) => call('/api/pay', power(changes)),
    requery: (requestId: string) => call('/api/requery', { request_id: requestId }),
  };
}

describe('the checks of /api/pay', () => {
  it('would accept what VTpass refuses if a field were not checked', async () => {
    const { pay, sandbox } = open();
    expect(await pay({ request_id: undefined })).toBe('011');
    expect(await pay({ request_id: 202603101200 })).toBe('011');
    expect(await pay({ request_id: '' })).toBe('011');
    expect(await pay({ request_id: 'abc' })).toBe('085');
    expect(await pay({ serviceID: undefined })).toBe('011');
    expect(await pay({ serviceID: 'MTN' })).toBe('012');
    expect(await pay({ phone: undefined })).toBe('011');
    expect(await pay({ phone: '' })).toBe('011');
    expect(await pay({ amount: undefined })).toBe('011');
    expect(await pay({ amount: 'much' })).toBe('011');
    expect(await pay({ amount: [100] })).toBe('011');
    expect(sandbox.ledger().deliveries).toEqual([]);
  });

  it('would accept a plan that VTpass refuses if a field of data were not checked', async () => {
    const { payPlan, sandbox } = open();
    for (const field of ['phone', 'billersCode', 'variation_code']) {
      expect(await payPlan({ [field]: undefined })).toBe('011');
      expect(await payPlan({ [field]: '' })).toBe('011');
    }
    expect(await payPlan({ variation_code: 'mtn-1mb' })).toBe('010');
    expect(await payPlan({ variation_code: 'glo-100' })).toBe('010');
    expect(sandbox.ledger().deliveries).toEqual([]);
    expect(await payPlan({ amount: 'whatever' })).toBe('000');
  });

  it.each(['dstv', 'gotv'])(
    'would accept a bouquet of %s that VTpass refuses if a field were not checked',
    async (serviceID) => {
      const { payBouquet, sandbox } = open();
      const change = { serviceID, variation_code: serviceID === 'dstv' ? 'dstv79' : 'gotv-max' };
      for (const field of ['phone', 'billersCode', 'variation_code', 'subscription_type']) {
        expect(await payBouquet({ ...change, [field]: undefined })).toBe('011');
      }
      expect(await payBouquet({ ...change, subscription_type: 'new' })).toBe('011');
      expect(await payBouquet({ ...change, amount: 'much' })).toBe('011');
      expect(await payBouquet({ ...change, variation_code: 'nova' })).toBe('010');
      expect(await payBouquet({ ...change, amount: 0 })).toBe('013');
      expect(await payBouquet({ ...change, amount: 1_000_001 })).toBe('017');
      expect(sandbox.ledger().deliveries).toEqual([]);
      expect(await payBouquet({ ...change, amount: 1 })).toBe('000');
    },
  );

  it('would renew for nothing if dstv did not insist on the amount, or gotv charged another than its card has to pay', async () => {
    const { payBouquet, sandbox } = open();
    const renewal = { subscription_type: 'renew', variation_code: undefined };
    expect(await payBouquet(renewal)).toBe('011');
    expect(await payBouquet({ ...renewal, amount: '1665.00' })).toBe('000');
    const gotv = { ...renewal, serviceID: 'gotv', billersCode: '7023456780' };
    expect(await payBouquet(gotv)).toBe('000');
    expect(await payBouquet({ ...gotv, amount: 300 })).toBe('000');
    expect(await payBouquet({ ...gotv, amount: 'much' })).toBe('011');
    const verified = await request(sandbox.app).post('/api/merchant-verify').set(POST_KEYS).send(gotv);
    const { deliveries } = sandbox.ledger();
    expect(deliveries.map(({ amount }) => amount)).toEqual([1665, Number(verified.body.content.Renewal_Amount), 300]);
    expect(deliveries.map((delivery) => delivery.variation_code)).toEqual([undefined, undefined, undefined]);
  });

  it('would give away StarTimes if its e-wallet, which has no price, could be filled without an amount', async () => {
    const { payBouquet, sandbox } = open();
    const nova = { serviceID: 'startimes', variation_code: 'nova', subscription_type: undefined };
    expect(await payBouquet({ ...nova, variation_code: undefined })).toBe('011');
    expect(await payBouquet({ ...nova, variation_code: 'dstv79' })).toBe('010');
    expect(await payBouquet({ ...nova, variation_code: 'ewallet' })).toBe('011');
    expect(await payBouquet({ ...nova, variation_code: 'ewallet', amount: '0' })).toBe('013');
    expect(await payBouquet({ ...nova, variation_code: 'ewallet', amount: '250' })).toBe('000');
    expect(await payBouquet(nova)).toBe('000');
    expect(sandbox.ledger().deliveries.map(({ amount }) => amount)).toEqual([250, 900]);
  });

  it('would accept an order for power that VTpass refuses if a field were not checked', async () => {
    const { payPower, sandbox } = open();
    for (const field of ['phone', 'billersCode', 'variation_code', 'amount']) {
      expect(await payPower({ [field]: undefined })).toBe('011');
    }
    expect(await payPower({ variation_code: 'PREPAID' })).toBe('010');
    expect(await payPower({ amount: '2e3' })).toBe('011');
    expect(sandbox.ledger().deliveries).toEqual([]);
  });

  it.each([
    ['ikeja-electric', 500, 400_000],
    ['eko-electric', 1_000, 500_000],
    ['abuja-electric', 500, 1_000_000],
    ['ibadan-electric', 100, 500_000],
    ['kano-electric', 500, 500_000],
    ['portharcourt-electric', 100, 10_000_000],
    ['enugu-electric', 500, 200_000],
    ['jos-electric', 1_000, 500_000],
    ['kaduna-electric', 1_100, 100_000],
    ['benin-electric', 500, 500_000],
  ])(
    'would move the limits of %s if ₦%d or ₦%d were refused, or anything beyond them taken',
    async (serviceID, least, most) => {
      const { payPower } = open({ floatNaira: 20_000_000 });
      expect(await payPower({ serviceID, amount: least - 0.01 })).toBe('013');
      expect(await payPower({ serviceID, amount: least })).toBe('000');
      expect(await payPower({ serviceID, amount: most })).toBe('000');
      expect(await payPower({ serviceID, amount: most + 0.01 })).toBe('017');
    },
  );

  it('would move the limits of airtime if ₦5 or ₦200,000 were refused, or anything beyond them taken', async () => {
    const { pay } = open();
    expect(await pay({ amount: 5 })).toBe('000');
    expect(await pay({ amount: '4.99' })).toBe('013');
    expect(await pay({ amount: -100 })).toBe('013');
    expect(await pay({ amount: 200_000 })).toBe('000');
    expect(await pay({ amount: '200000.01' })).toBe('017');
  });

  it('would blame the wrong thing if the checks ran in another order', async () => {
    const { pay } = open({ floatNaira: 50, duplicateWindowMs: 30_000 });
    const used = newRequestId();
    expect(await pay({ request_id: used, amount: 10 })).toBe('000');
    expect(await pay({ request_id: 'abc', serviceID: 'nope' })).toBe('085');
    expect(await pay({ request_id: used, serviceID: 'nope' })).toBe('014');
    expect(await pay({ serviceID: 'nope', phone: undefined })).toBe('012');
    expect(await pay({ phone: undefined, amount: 1 })).toBe('011');
    expect(await pay({ amount: 1 })).toBe('013');
    expect(await pay({ amount: 10_000_000 })).toBe('017');
    expect(await pay({ amount: 60 })).toBe('018');
    expect(await pay({ amount: 10, phone: '08031234567' })).toBe('019');
    expect(await pay({ amount: 10, phone: '08000100123' })).toBe('016');
  });

  it('would refuse every order for an hour each night if the day were not that of Lagos', async () => {
    let now = new Date('2026-03-10T22:59:59Z');
    const { pay } = open({ now: () => now });
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('085');
    now = new Date('2026-03-10T23:00:00Z');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('085');
  });

  it('would sell on credit if an order were taken that the float does not cover', async () => {
    const { pay, sandbox } = open({ floatNaira: 97 });
    expect(await pay({ amount: 101, serviceID: 'glo' })).toBe('018');
    expect(await pay({ amount: 100, serviceID: 'glo' })).toBe('000');
    expect(await pay({ amount: 5, serviceID: 'glo' })).toBe('018');
    expect(sandbox.ledger().deliveries).toHaveLength(1);
  });
});

describe('a repeated request_id', () => {
  it('would vend twice if it were not refused, whatever the first answer was', async () => {
    const { pay, requery, sandbox } = open();
    const sold = newRequestId();
    const rejected = newRequestId();
    expect([await pay({ request_id: sold }), await pay({ request_id: sold })]).toEqual(['000', '014']);
    expect([await pay({ request_id: rejected, phone: '08000100123' }), await pay({ request_id: rejected })]).toEqual([
      '016',
      '014',
    ]);
    expect([await requery(sold), await requery(rejected)]).toEqual(['000', '016']);
    expect(sandbox.ledger().deliveries.map((delivery) => delivery.request_id)).toEqual([sold]);
  });

  it('would forbid a correct order if a refusal that placed nothing used its id up', async () => {
    const { pay, requery } = open();
    const id = newRequestId();
    expect(await pay({ request_id: id, amount: 1 })).toBe('013');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id, phone: '08000900123' })).toBe('083');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id })).toBe('000');
  });

  it('would hide a double send of ours if the naive mode refused it: there it is vended again', async () => {
    const { pay, sandbox } = open({ vendsEveryPost: true });
    const id = newRequestId();
    expect([await pay({ request_id: id }), await pay({ request_id: id }), await pay({})]).toEqual([
      '000',
      '000',
      '000',
    ]);
    const { deliveries, posts } = sandbox.ledger();
    expect(deliveries.filter((delivery) => delivery.request_id === id)).toHaveLength(2);
    expect(posts.filter((post) => post.request_id === id)).toHaveLength(2);
  });
});

describe('the duplicate window', () => {
  it('would refuse honest test runs if it were on without being asked for', async () => {
    const { pay } = open();
    expect([await pay({}), await pay({})]).toEqual(['000', '000']);
  });

  it('would not be that of VTpass if it looked at anything but recipient, amount and time', async () => {
    let now = NOON;
    const { pay, requery, sandbox } = open({ duplicateWindowMs: 30_000, now: () => now });
    const refused = newRequestId();
    expect(await pay({})).toBe('000');
    now = new Date(NOON.getTime() + 29_999);
    expect(await pay({ request_id: refused })).toBe('019');
    expect(await pay({ serviceID: 'glo' })).toBe('019');
    expect(await pay({ amount: 101 })).toBe('000');
    expect(await pay({ phone: '08037654321' })).toBe('000');
    expect([await requery(refused), await pay({ request_id: refused })]).toEqual(['019', '014']);
    now = new Date(NOON.getTime() + 30_000);
    expect(await pay({})).toBe('000');
    expect(await pay({})).toBe('019');
    expect(await pay({ amount: 101 })).toBe('019');
    expect(sandbox.ledger().deliveries).toHaveLength(4);
  });

  it('would refuse the second try of an order that was never given if a rejected one counted', async () => {
    const { pay } = open({ duplicateWindowMs: 30_000 });
    expect([await pay({ phone: '08000100123' }), await pay({ phone: '08000100123' })]).toEqual(['016', '016']);
  });
});
