import type { SandboxOptions } from '../../options';
import { openSandbox } from '../../testing/use-sandbox';
import { airtime, bouquet, checker, jamb, NOON, newRequestId, plan, power, registration } from '../../testing/vtpass';

/** A sandbox, and the codes of its answers to orders. */
function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = openSandbox(options);
  const code = async (order: object): Promise<string> => (await sandbox.pay(order)).code;
  return {
    sandbox,
    pay: (changes: Record<string, unknown>) => code(airtime(changes)),
    payPlan: (changes: Record<string, unknown>) => code(plan(changes)),
    payBouquet: (changes: Record<string, unknown>) => code(bouquet(changes)),
    payPower: (changes: Record<string, unknown>) => code(power(changes)),
    code,
    requery: async (requestId: string): Promise<string> => (await sandbox.requery(requestId)).code,
  };
}

describe('an order that VTpass rejects and the sandbox sells', () => {
  it('rejects airtime with a missing or wrong field', async () => {
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

  it('rejects data with a missing field or an unknown plan', async () => {
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

  it.each(['dstv', 'gotv'])('rejects a bouquet of %s with a missing or wrong field', async (serviceID) => {
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
  });

  it.each([
    ['dstv', '7012345011', 'dstv79', 7900],
    ['gotv', '8061522780', 'gotv-lite', 369],
  ])(
    '%s renews the bouquet of card %s, %s for %d, whatever is sent',
    async (serviceID, billersCode, bouquetCode, naira) => {
      const { payBouquet, sandbox } = open();
      const renewal = { serviceID, billersCode, subscription_type: 'renew', variation_code: undefined };
      for (const sent of [{ amount: 1 }, { amount: '1850.00' }, { amount: 50_000, variation_code: 'dstv-padi' }])
        expect(await payBouquet({ ...renewal, ...sent })).toBe('000');
      const { deliveries } = sandbox.ledger();
      expect(deliveries.map(({ amount, variation_code }) => [amount, variation_code])).toEqual(
        deliveries.map(() => [naira, bouquetCode]),
      );
      expect(await payBouquet({ ...renewal, amount: 'much' })).toBe('011');
      expect(await payBouquet(renewal)).toBe(serviceID === 'dstv' ? '011' : '000');
    },
  );

  it('fills the StarTimes e-wallet, which has no price, only with an amount', async () => {
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

  it('rejects electricity with a missing or wrong field', async () => {
    const { payPower, sandbox } = open();
    for (const field of ['phone', 'billersCode', 'variation_code', 'amount']) {
      expect(await payPower({ [field]: undefined })).toBe('011');
    }
    expect(await payPower({ variation_code: 'PREPAID' })).toBe('010');
    expect(await payPower({ amount: '2e3' })).toBe('011');
    expect(sandbox.ledger().deliveries).toEqual([]);
  });

  it.each([
    ['jamb', jamb, ['phone', 'billersCode', 'variation_code'], 'utme-no-mock'],
    ['waec', checker, ['phone', 'variation_code'], 'waecdirect'],
    ['waec-registration', registration, ['phone', 'variation_code'], 'waec-registraion'],
  ])('rejects %s with a missing field or a variation of another exam', async (_exam, order, required, own) => {
    const { code, sandbox } = open();
    for (const field of required) {
      expect(await code(order({ [field]: undefined }))).toBe('011');
      expect(await code(order({ [field]: '' }))).toBe('011');
    }
    for (const other of ['utme-no-mock', 'waecdirect', 'waec-registraion', 'waec-registration', 'utme'])
      if (other !== own) expect(await code(order({ variation_code: other }))).toBe('010');
    expect(sandbox.ledger().deliveries).toEqual([]);
    expect(await code(order({ variation_code: own, amount: 1 }))).toBe('000');
  });

  it('sells WAEC cards in whole numbers from one, for ₦1,000,000 in one order', async () => {
    const { code, sandbox } = open();
    for (const quantity of [0, -1, 1.5, '2e1', 'two']) expect(await code(checker({ quantity }))).toBe('011');
    expect(await code(checker({ quantity: 1112 }))).toBe('017');
    expect(sandbox.ledger().deliveries).toEqual([]);
    expect(await code(checker({ quantity: 1111 }))).toBe('000');
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
  ])('%s sells from ₦%d to ₦%d', async (serviceID, least, most) => {
    const { payPower } = open({ floatNaira: 20_000_000 });
    expect(await payPower({ serviceID, amount: least - 0.01 })).toBe('013');
    expect(await payPower({ serviceID, amount: least })).toBe('000');
    expect(await payPower({ serviceID, amount: most })).toBe('000');
    expect(await payPower({ serviceID, amount: most + 0.01 })).toBe('017');
  });

  it('airtime sells from ₦5 to ₦200,000', async () => {
    const { pay } = open();
    expect(await pay({ amount: 5 })).toBe('000');
    expect(await pay({ amount: '4.99' })).toBe('013');
    expect(await pay({ amount: -100 })).toBe('013');
    expect(await pay({ amount: 200_000 })).toBe('000');
    expect(await pay({ amount: '200000.01' })).toBe('017');
  });

  it('checks in the order of VTpass', async () => {
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

  it('reads the day of a request id in Lagos, not in UTC', async () => {
    let now = new Date('2026-03-10T22:59:59Z');
    const { pay } = open({ now: () => now });
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('085');
    now = new Date('2026-03-10T23:00:00Z');
    expect(await pay({ request_id: newRequestId('20260311') })).toBe('000');
    expect(await pay({ request_id: newRequestId('20260310') })).toBe('085');
  });

  it('rejects an order that the float does not cover', async () => {
    const { pay, sandbox } = open({ floatNaira: 97 });
    expect(await pay({ amount: 101, serviceID: 'glo' })).toBe('018');
    expect(await pay({ amount: 100, serviceID: 'glo' })).toBe('000');
    expect(await pay({ amount: 5, serviceID: 'glo' })).toBe('018');
    expect(sandbox.ledger().deliveries).toHaveLength(1);
  });
});

describe('a repeated request_id that is sold twice', () => {
  it('rejects the second POST, whatever the first answer was', async () => {
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

  it('accepts the id after a rejection that recorded nothing', async () => {
    const { pay, requery } = open();
    const id = newRequestId();
    expect(await pay({ request_id: id, amount: 1 })).toBe('013');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id, phone: '08000900123' })).toBe('083');
    expect(await requery(id)).toBe('015');
    expect(await pay({ request_id: id })).toBe('000');
  });

  it('sells it again in the mode that reveals our double sends', async () => {
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

describe('a duplicate window that differs from that of VTpass', () => {
  it('is off by default', async () => {
    const { pay } = open();
    expect([await pay({}), await pay({})]).toEqual(['000', '000']);
  });

  it('compares recipient, amount and time, and nothing else', async () => {
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

  it('does not count a rejected order', async () => {
    const { pay } = open({ duplicateWindowMs: 30_000 });
    expect([await pay({ phone: '08000100123' }), await pay({ phone: '08000100123' })]).toEqual(['016', '016']);
  });
});
