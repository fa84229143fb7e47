import type { SandboxOptions } from '../options';
import { reloadlyOf, topUpOf } from '../testing/reloadly';
import { openSandbox } from '../testing/use-sandbox';
import { NOON, newRequestId } from '../testing/vtpass';

/** A sandbox, and what it says to top-ups: the status, or the HTTP status and the code of the refusal. */
function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = openSandbox(options);
  const reloadly = reloadlyOf(sandbox.app);
  return {
    sandbox,
    reloadly,
    async topUp(changes: Record<string, unknown> = {}): Promise<string> {
      const { status, body } = await reloadly.topUp(topUpOf(changes));
      return status === 200 ? body.status : `${status} ${body.errorCode}`;
    },
    knobs: (knobs: object) => sandbox.put('/knobs', { provider: 'reloadly', ...knobs }),
  };
}

describe('a top-up that Reloadly refuses and the sandbox sells', () => {
  it('refuses a missing or wrong field, and leaves no row', async () => {
    const { topUp, reloadly, sandbox } = open();
    const input = '400 INVALID_INPUT_PROVIDED';
    for (const operatorId of [undefined, '', 'MTN', 341.5]) expect(await topUp({ operatorId })).toBe(input);
    expect(await topUp({ customIdentifier: 'x'.repeat(151) })).toBe(input);
    expect(await topUp({ customIdentifier: 7 })).toBe(input);
    expect(await topUp({ operatorId: 9999 })).toBe('503 OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE');
    expect(await topUp({ recipientPhone: { countryCode: 'GH', number: '233241234567' } })).toBe(
      '409 COUNTRY_NOT_SUPPORTED',
    );
    const posts = sandbox.ledger().posts.map(({ outcome }) => outcome);
    expect(posts.at(-1)).toBe('refused COUNTRY_NOT_SUPPORTED');
    expect(sandbox.ledger().deliveries).toEqual([]);
    expect((await reloadly.list()).body.totalElements).toBe(0);
    expect(await topUp({ customIdentifier: 'x'.repeat(150) })).toBe('SUCCESSFUL');
    expect(await topUp({ customIdentifier: undefined })).toBe('SUCCESSFUL');
  });

  it('takes a phone with or without plus, or with a trunk zero, and no other', async () => {
    const { topUp } = open();
    for (const phone of ['2348031234567', '+2348031234567', '08031234567'])
      expect(await topUp({ phone })).toBe('SUCCESSFUL');
    for (const phone of ['002348031234567', '8031234567', '23408031234567', '0803123456', '', null])
      expect(await topUp({ phone })).toBe('400 INVALID_RECIPIENT_PHONE');
    for (const recipientPhone of [undefined, '08031234567', { number: '08031234567' }])
      expect(await topUp({ recipientPhone })).toBe('400 INVALID_RECIPIENT_PHONE');
  });

  it('takes amounts within the limits of airtime, and of a plan to the last digit', async () => {
    const { topUp } = open();
    const wrong = '400 INVALID_LOCAL_AMOUNT_FOR_OPERATOR';
    for (const amount of [49.99, '50000.01', 0, -100, 'much', undefined, 1e-7])
      expect(await topUp({ amount })).toBe(wrong);
    for (const amount of [50, '50000.00', 77.5]) expect(await topUp({ amount })).toBe('SUCCESSFUL');
    const data = { operatorId: 646 };
    for (const amount of [499.9, 500, '499.91001']) expect(await topUp({ ...data, amount })).toBe(wrong);
    for (const amount of [499.91, '499.91', '499.91000']) expect(await topUp({ ...data, amount })).toBe('SUCCESSFUL');
    expect(await topUp({ ...data, amount: 1, useLocalAmount: false })).toBe('400 INVALID_AMOUNT_FOR_OPERATOR');
  });

  it('refuses what the wallet does not cover after the discount', async () => {
    const { topUp, reloadly } = open({ floatNaira: 97 });
    expect(await topUp({ amount: 100.01 })).toBe('400 INSUFFICIENT_BALANCE');
    expect(await topUp({ amount: 100 })).toBe('SUCCESSFUL');
    expect(await reloadly.balance()).toBe(0);
    expect(await topUp({ amount: 50 })).toBe('400 INSUFFICIENT_BALANCE');
  });

  it.each([
    [341, 97],
    [342, 96],
    [344, 95],
    [340, 97],
  ])('operator %d takes ₦%d for ₦100', async (operatorId, cost) => {
    const { topUp, reloadly } = open();
    expect(await topUp({ operatorId })).toBe('SUCCESSFUL');
    expect((await reloadly.list()).body.content[0].balanceInfo.cost).toBe(cost);
  });
});

describe('one identifier that buys twice, or once too seldom', () => {
  const USED = '400 CUSTOM_IDENTIFIER_ALREADY_USED';

  it('is used up by an accepted top-up only', async () => {
    const { topUp } = open();
    const customIdentifier = newRequestId();
    expect(await topUp({ customIdentifier, amount: 1 })).toMatch(/^400/);
    expect(await topUp({ customIdentifier, phone: '08000900123' })).toMatch(/^500/);
    expect(await topUp({ customIdentifier })).toBe('SUCCESSFUL');
    expect(await topUp({ customIdentifier })).toBe(USED);
    const failed = newRequestId();
    expect(await topUp({ customIdentifier: failed, phone: '08000100123' })).toBe('FAILED');
    expect(await topUp({ customIdentifier: failed })).toBe(USED);
  });

  it('is used up while the first top-up is still under way', async () => {
    const { topUp } = open();
    const customIdentifier = newRequestId();
    const both = await Promise.all([1, 2].map(() => topUp({ customIdentifier, phone: '08000001123' })));
    expect(both.sort()).toEqual([USED, 'SUCCESSFUL']);
  });

  it('buys every time within the window of the check that is not atomic', async () => {
    let now = NOON;
    const { topUp, reloadly, sandbox, knobs } = open({ now: () => now });
    await knobs({ identifier_window_ms: 200 });
    const customIdentifier = newRequestId();
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => topUp({ customIdentifier })));
    expect(five).toEqual(five.map(() => 'SUCCESSFUL'));
    now = new Date(NOON.getTime() + 199);
    expect(await topUp({ customIdentifier })).toBe('SUCCESSFUL');
    now = new Date(NOON.getTime() + 200);
    expect(await topUp({ customIdentifier })).toBe(USED);
    const { content } = (await reloadly.list({ customIdentifier: customIdentifier.toUpperCase() })).body;
    const ids = content.map(({ transactionId }: { transactionId: number }) => transactionId);
    expect(ids).toEqual([181341, 181342, 181343, 181344, 181345, 181346]);
    expect(sandbox.ledger().deliveries).toHaveLength(6);
  });

  it('buys every time in the mode that reveals our double sends', async () => {
    const { topUp, sandbox } = open({ vendsEveryPost: true });
    const customIdentifier = newRequestId();
    expect([await topUp({ customIdentifier }), await topUp({ customIdentifier })]).toEqual([
      'SUCCESSFUL',
      'SUCCESSFUL',
    ]);
    expect(sandbox.ledger().deliveries).toHaveLength(2);
  });
});

describe('a second top-up of one number within two minutes', () => {
  it('is taken, unless the rule is on', async () => {
    let now = NOON;
    const { topUp, knobs } = open({ now: () => now });
    expect([await topUp(), await topUp()]).toEqual(['SUCCESSFUL', 'SUCCESSFUL']);
    await knobs({ two_minute_rule: true });
    now = new Date(NOON.getTime() + 119_999);
    expect(await topUp({ phone: '+2348031234567', operatorId: 342 })).toBe('400 PHONE_RECENTLY_RECHARGED');
    expect(await topUp({ phone: '08000100123' })).toBe('FAILED');
    expect([await topUp({ phone: '08000100123' }), await topUp({ phone: '08037654321' })]).toEqual([
      'FAILED',
      'SUCCESSFUL',
    ]);
    now = new Date(NOON.getTime() + 120_000);
    expect(await topUp()).toBe('SUCCESSFUL');
    expect(await topUp()).toBe('400 PHONE_RECENTLY_RECHARGED');
  });
});

describe('a wallet in dollars that is charged in naira', () => {
  it('converts its float, takes dollars with the discount, and naira without', async () => {
    const { topUp, reloadly, knobs, sandbox } = open({ floatNaira: 15_000 });
    await knobs({ currency: 'USD' });
    expect((await reloadly.get('/accounts/balance')).body).toMatchObject({ balance: 10, currencyCode: 'USD' });
    expect(await topUp({ amount: 100, useLocalAmount: true })).toBe('SUCCESSFUL');
    expect(await topUp({ amount: 1, useLocalAmount: false })).toBe('SUCCESSFUL');
    expect(await topUp({ operatorId: 646, amount: 0.34, useLocalAmount: false })).toBe('SUCCESSFUL');
    const { text, body } = await reloadly.list();
    const rows = body.content.map((row: Record<string, unknown>) => [
      row.requestedAmountCurrencyCode,
      row.deliveredAmount,
    ]);
    expect(rows).toEqual([
      ['NGN', 100],
      ['USD', 1500],
      ['USD', 499.91],
    ]);
    for (const cost of ['0.06667', '0.97000', '0.32640']) expect(text).toContain(`"cost":${cost},"currencyCode":"USD"`);
    expect(sandbox.ledger().deliveries.map(({ amount }) => amount)).toEqual([100, 1500, 499.91]);
    await sandbox.put('/float', { provider: 'reloadly', naira: 3_000 });
    expect(await reloadly.balance()).toBe(2);
    await knobs({ currency: 'NGN' });
    expect(await reloadly.balance()).toBe(3_000);
  });
});
