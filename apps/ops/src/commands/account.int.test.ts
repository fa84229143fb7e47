import { findAccount } from '@topup/core/account';
import { ID, TIME, useOpsWorld } from '../testing/ops-world';

const world = useOpsWorld();
const { ops, json, refusal } = world;

describe('a script that sets up accounts stops in the middle', () => {
  test('tiers and accounts are created and listed as one JSON value each', async () => {
    expect(await json('tier', 'create', '--name', 'gold', '--markup', '7.5')).toEqual({
      id: 2,
      name: 'gold',
      markupPercent: '7.50',
    });
    expect(await json('tier', 'list')).toEqual([
      { id: 1, name: 'standard', markupPercent: '10.00' },
      { id: 2, name: 'gold', markupPercent: '7.50' },
    ]);
    const created = await json('account', 'create', '--name', 'first', '--tier', 'gold');
    expect(created).toEqual({ id: ID, name: 'first', tier: 'gold', balance: '0.00' });
    const [listed] = (await json('account', 'list')) as unknown[];
    expect(listed).toEqual({
      ...(created as object),
      status: 'active',
      webhookHost: null,
      createdAt: TIME,
      limits: { purchases: null, status: null, lookups: null, other: null },
      lowBelow: null,
      paymentReference: expect.stringMatching(/^TUP-.{6}$/),
      timeZone: 'Africa/Lagos',
    });
  });
});

describe('a retried script doubles the money', () => {
  test('an opening balance has the account’s own id as its reference', async () => {
    const created = await json('account', 'create', '--name', 'opened', '--tier', 'standard', '--fund', '1000000');

    expect(created).toEqual({ id: ID, name: 'opened', tier: 'standard', balance: '1000000.00' });
    const { id } = created as { id: string };
    const { rows } = await world.sql.query('SELECT reference FROM ledger_entry WHERE account_id = $1', [id]);
    expect(rows).toEqual([{ reference: `opening:${id}` }]);
  });

  test('an opening balance can have another reference', async () => {
    const opening = ['--fund', '5', '--fund-reference', 'bank-1'];
    await json('account', 'create', '--name', 'referred', '--tier', 'standard', ...opening);

    const again = await json('wallet', 'fund', '--account', 'referred', '--amount', '5', '--reference', 'bank-1');
    expect(again).toMatchObject({ funded: false });
  });

  test('a repeated funding adds nothing and says so; another amount is a refusal', async () => {
    const id = await world.openAccount('payer');
    const args = ['wallet', 'fund', '--account', 'payer', '--amount', '12.5', '--reference', 'bank 7'];
    const first = {
      account: id,
      funded: true,
      reference: 'bank 7',
      amount: '12.50',
      balanceBefore: '0.00',
      balanceAfter: '12.50',
    };

    expect(await json(...args)).toEqual(first);
    expect(await json(...args)).toEqual({ ...first, funded: false });
    expect((await ops(...args)).stdout).toBe(
      'Nothing was added: this reference has already funded account "payer" with NGN 12.50, from 0.00 to 12.50.\n',
    );
    expect(await refusal('wallet', 'fund', '--account', id, '--amount', '12.51', '--reference', 'bank 7')).toMatch(
      /^Reference "bank 7" funded account "payer" with NGN 12\.50 at .* UTC\. Nothing was added\. For another payment, add a suffix such as "-2"\.$/,
    );
    expect((await findAccount(world.db, id))?.balanceKobo).toBe(1_250n);
  });
});

describe('a busy client is stopped by a limit that was meant for others', () => {
  const limitsOf = async (name: string) => (await findAccount(world.db, name))?.limits;

  test('limits are set one by one, listed, and taken back together', async () => {
    await world.openAccount('busy');
    const limit = (...args: string[]) => json('account', 'limit', '--account', 'busy', ...args);
    const own = { purchases: null, status: null, lookups: null, other: null };

    expect(await limit('--purchases', '12000')).toMatchObject({ limits: { ...own, purchases: 12_000 } });
    expect(await limit('--other', '900')).toMatchObject({ limits: { ...own, purchases: 12_000, other: 900 } });
    expect((await ops('account', 'list')).stdout).toMatch(/^OWN LIMITS|busy .* purchases 12000, other 900$/m);
    expect(await limitsOf('busy')).toEqual({ ...own, purchases: 12_000, other: 900 });

    expect(await limit('--reset', '--lookups', '1000000')).toMatchObject({ limits: { ...own, lookups: 1_000_000 } });
    expect((await ops('account', 'limit', '--account', 'busy', '--reset')).stdout).toBe(
      'Account "busy" has no limits of its own.\n',
    );
    expect(await limitsOf('busy')).toEqual(own);
  });

  test('a mistake changes nothing and is explained', async () => {
    await world.openAccount('careful');
    const misuse = async (...args: string[]) => {
      const { code, lines } = await ops('account', 'limit', '--account', 'careful', ...args);
      return [code, lines.join(' ')];
    };

    expect(await misuse()).toEqual([2, expect.stringContaining('Give a limit such as --purchases 12000')]);
    for (const value of ['0', '1000001', '-5', '1.5', 'many'])
      expect(await misuse('--status', value)).toEqual([2, expect.stringContaining('from 1 to 1000000')]);
    expect(await refusal('account', 'limit', '--account', 'nobody', '--reset')).toContain('no account "nobody"');
    expect(Object.values((await limitsOf('careful')) ?? {})).toEqual([null, null, null, null]);
  });
});

describe('the users of an account read other times than their own clocks show', () => {
  test('its time zone is set by its name, shown, and Lagos before', async () => {
    await world.openAccount('abroad');
    const shown = async () => (await ops('account', 'show', '--account', 'abroad')).stdout;
    expect(await shown()).toMatch(/^TIME ZONE +Africa\/Lagos$/m);
    const set = (zone: string) => ops('account', 'time-zone', '--account', 'abroad', '--zone', zone);
    expect((await set('america/new_york')).stdout).toBe('Account "abroad" has the time zone America/New_York.\n');
    expect(await shown()).toMatch(/^TIME ZONE +America\/New_York$/m);
    const wrong = await set('Mars/Olympus');
    expect([wrong.code, wrong.lines.join(' ')]).toEqual([2, expect.stringContaining('the name of a time zone')]);
    expect((await findAccount(world.db, 'abroad'))?.timeZone).toBe('America/New_York');
  });
});
