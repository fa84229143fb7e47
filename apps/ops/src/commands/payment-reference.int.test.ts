import { findAccount } from '@topup/core/account';
import { useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

const referenceOf = async (name: string) => (await findAccount(world.db, name))?.paymentReference ?? '';
const FUND = ['wallet', 'fund', '--amount', '12.50'];

describe('a payment goes to the wrong wallet', () => {
  test('the payment reference shows the account before it is funded, and funds it', async () => {
    const id = await world.openAccount('payer');
    await world.openAccount('another');
    const reference = await referenceOf('payer');
    expect(await json('account', 'show', '--payment-reference', reference.toLowerCase())).toMatchObject({
      id,
      name: 'payer',
      paymentReference: reference,
      balance: '0.00',
      lowBelow: null,
    });
    const funded = await ops(...FUND, '--payment-reference', reference.replace('-', ' '), '--reference', 'bank 1');
    expect(funded.stdout).toBe('Account "payer" was funded with NGN 12.50, from 0.00 to 12.50.\n');
    expect((await ops('account', 'show', '--account', 'payer')).stdout).toMatch(
      new RegExp(`^NAME +payer$.*^PAYMENT REFERENCE +${reference}$.*^BALANCE +12\\.50$`, 'ms'),
    );
  });

  test('a mistyped one, one that nobody has and what is none add nothing', async () => {
    for (const [typed, said] of [
      ['TUP-7K2MWR', 'The payment reference TUP-7K2MWR has a typing error. A character is wrong, or two are swapped.'],
      ['TUP-7K2MRW', 'No account has the payment reference TUP-7K2MRW.'],
      ['payer', 'This is not a payment reference. It has "TUP-" and six characters, such as TUP-7K2MRW.'],
    ] as const)
      expect(await refusal(...FUND, '--payment-reference', typed, '--reference', 'bank 2')).toContain(said);
    expect(await world.db.ledgerEntry.count({ where: { reference: 'bank 2' } })).toBe(0);
  });

  test.each([
    [[...FUND, '--reference', 'bank 3']],
    [[...FUND, '--reference', 'bank 3', '--account', 'payer', '--payment-reference', 'TUP-7K2MRW']],
    [['account', 'show']],
  ])('%j names no account, or two', async (args) => {
    const { code, lines } = await ops(...args);
    expect([code, lines.join(' ')]).toEqual([
      2,
      expect.stringContaining('Give either --account <id or name> or --payment-reference <reference>.'),
    ]);
  });
});

describe('a client learns of an empty wallet by failed purchases', () => {
  test('a threshold is set, shown and taken back', async () => {
    await world.openAccount('careful');
    const threshold = (...args: string[]) => ops('account', 'low-balance', '--account', 'careful', ...args);
    expect((await threshold('--below', '50000')).stdout).toBe(
      'Account "careful" has a threshold of NGN 50000.00 for its balance.\n',
    );
    expect((await findAccount(world.db, 'careful'))?.lowBalanceKobo).toBe(5_000_000n);
    expect((await ops('account', 'show', '--account', 'careful')).stdout).toMatch(/^LOW BELOW +50000\.00$/m);
    expect((await threshold('--none')).stdout).toBe('Account "careful" has no threshold for its balance.\n');
    expect(await json('account', 'show', '--account', 'careful')).toMatchObject({ lowBelow: null });
    for (const wrong of [[], ['--below', '5', '--none'], ['--below', '0']])
      expect((await threshold(...wrong)).code).toBe(2);
  });
});
