import { fundedAccount, useDatabase } from '@topup/testkit';
import { createKey } from '../../api-key/create-key';
import { readKeyUse, SHOWN_DAYS, setKeyLimits } from '../../api-key/key.store';
import { type KeyLimits, NO_KEY_LIMITS } from '../../api-key/limits';
import { expectSoundBooks } from '../../testing/books';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { getWalletBalance } from '../../wallet/wallet.store';
import { isReferenceUsed } from '../purchase.store';
import type { AcceptItem } from './accept.store';

const database = useDatabase({ max: 12 });
const { accept, settle, claim } = purchasesIn(() => database.db);
const FUNDS = 1_000_000n;

afterEach(() => expectSoundBooks(database.db));

type Client = { accountId: string; keyId: string };

/** An account with 10,000 naira and a key with these limits. */
async function client(limits: Partial<KeyLimits> = {}): Promise<Client> {
  const accountId = await fundedAccount(database.db, FUNDS);
  return { accountId, keyId: await another(accountId, limits) };
}

async function another(accountId: string, limits: Partial<KeyLimits>): Promise<string> {
  const deps = { db: database.db, masterKey: Buffer.alloc(32, 1) };
  return (await createKey(deps, accountId, 'key', { ...NO_KEY_LIMITS, ...limits })).id;
}

const order = ({ accountId, keyId }: Client, amountKobo: bigint): AcceptItem => ({
  ...itemFor(accountId, 'AIRTIME', { amountKobo }),
  keyId,
});

const outcomes = async (items: AcceptItem[]) => (await accept(items)).map(({ outcome }) => outcome);

/** Returns the number and the sum of the key's purchases today. */
async function today({ accountId, keyId }: Client) {
  const days = (await readKeyUse(database.db, accountId)).get(keyId) ?? [];
  expect(days).toHaveLength(SHOWN_DAYS);
  const { purchases, spentKobo } = days.at(-1) ?? {};
  return [purchases, spentKobo];
}

async function bought(of: Client, amountKobo: bigint): Promise<string> {
  const item = order(of, amountKobo);
  expect(await outcomes([item])).toEqual(['accepted']);
  return item.id;
}

/** It was given up before anybody sent it. */
const giveUp = (id: string) => settle({ id, target_status: 'refunded', basis: 'never_sent' });

describe('a stolen key spends more than its daily limit', () => {
  test('50 purchases at once on a limit for 20 of them: 20, and the wallet is debited for 20', async () => {
    const limited = await client({ dailyLimitKobo: 20_999n });
    const items = Array.from({ length: 50 }, () => order(limited, 1_000n));
    const all = (await Promise.all(items.map((item) => outcomes([item])))).flat();
    expect(all.filter((outcome) => outcome === 'accepted')).toHaveLength(20);
    expect(all.filter((outcome) => outcome === 'key_limit')).toHaveLength(30);
    expect(await getWalletBalance(database.db, limited.accountId)).toBe(FUNDS - 20_000n);
    expect(await today(limited)).toEqual([20, 20_000n]);
  });

  test('a batch is decided one by one, each key for itself, and what is declined leaves its reference unused', async () => {
    const limited = await client({ dailyLimitKobo: 1_000n });
    const other = { ...limited, keyId: await another(limited.accountId, { dailyLimitKobo: 500n }) };
    const free = { ...limited, keyId: await another(limited.accountId, {}) };
    const items = [
      order(limited, 600n),
      order(limited, 600n),
      order(other, 500n),
      order(other, 1n),
      order(limited, 400n),
      order(free, 5_000n),
    ];
    expect(await outcomes(items)).toEqual(['accepted', 'key_limit', 'accepted', 'key_limit', 'accepted', 'accepted']);
    expect(await isReferenceUsed(database.db, limited.accountId, items[1]?.requestRef ?? '')).toBe(false);
    expect([await today(limited), await today(other), await today(free)]).toEqual([
      [2, 1_000n],
      [1, 500n],
      [1, 5_000n],
    ]);
  });

  test('a call that is repeated after a lost answer counts once', async () => {
    const limited = await client({ dailyLimitKobo: 1_000n });
    const item = order(limited, 1_000n);
    expect([await outcomes([item]), await outcomes([item])]).toEqual([['accepted'], ['accepted']]);
    expect(await today(limited)).toEqual([1, 1_000n]);
  });

  test('a limit that is set later counts what was spent before it on that day', async () => {
    const one = await client();
    await bought(one, 700n);
    await setKeyLimits(database.db, { keyId: one.keyId, accountId: null }, { dailyLimitKobo: 1_000n });
    expect(await outcomes([order(one, 301n)])).toEqual(['key_limit']);
    expect(await outcomes([order(one, 300n)])).toEqual(['accepted']);
  });

  test('a purchase without a key counts for none', async () => {
    const limited = await client({ dailyLimitKobo: 1_000n });
    expect(await outcomes([itemFor(limited.accountId, 'AIRTIME', { amountKobo: 5_000n })])).toEqual(['accepted']);
    expect(await today(limited)).toEqual([0, 0n]);
  });
});

describe('a refund is lost to the key', () => {
  test('what fails, and what is reversed, can be spent again', async () => {
    const limited = await client({ dailyLimitKobo: 1_000n });
    const [failed, reversed] = [await bought(limited, 400n), await bought(limited, 600n)];
    await claim([failed, reversed]);
    const fail = () => settle({ id: failed, target_status: 'failed', basis: 'answer' });
    expect(await outcomes([order(limited, 1n)])).toEqual(['key_limit']);
    expect(await fail()).toMatchObject({ outcome: 'settled' });
    expect(await fail()).not.toMatchObject({ outcome: 'settled' });
    expect(await today(limited)).toEqual([1, 600n]);

    await settle({ id: reversed, target_status: 'success', basis: 'answer' });
    expect(await today(limited)).toEqual([1, 600n]);
    await database.db.$queryRaw`SELECT * FROM record_reversal(${reversed}::uuid, 'operator: test', 'reversed')`;
    expect(await today(limited)).toEqual([0, 0n]);
    expect(await outcomes([order(limited, 1_000n)])).toEqual(['accepted']);
  });

  test('refunds and purchases at once keep the sum exact', async () => {
    const one = await client();
    const ids = await Promise.all(Array.from({ length: 12 }, () => bought(one, 100n)));
    await Promise.all([...ids.map(giveUp), ...Array.from({ length: 12 }, () => bought(one, 10n))]);
    expect(await today(one)).toEqual([12, 120n]);
  });

  test.each([
    ['2026-03-20T22:59:59.999Z', '2026-03-20'],
    ['2026-03-20T23:00:00Z', '2026-03-21'],
  ])('a purchase of %s is given back on %s in Lagos, and not today', async (at, day) => {
    const one = await client();
    await bought(one, 50n);
    const id = await bought(one, 100n);
    await owner`ALTER TABLE purchase DISABLE TRIGGER purchase_facts_are_fixed`;
    await database.db.$executeRaw`UPDATE purchase SET created_at = ${at}::timestamptz WHERE id = ${id}::uuid`;
    await owner`ALTER TABLE purchase ENABLE TRIGGER purchase_facts_are_fixed`;
    await database.db.$executeRaw`
      INSERT INTO api_key_day SELECT ${one.keyId}::uuid, ${day}::date + n, 2, 1000 FROM unnest('{-1,0,1}'::int[]) AS n`;
    await giveUp(id);
    const rows = await database.db.apiKeyDay.findMany({ where: { keyId: one.keyId, spentKobo: 900n } });
    expect(rows.map((row) => [row.day.toISOString().slice(0, 10), row.purchases])).toEqual([[day, 1]]);
    expect(await today(one)).toEqual([2, 150n]);
  });
});

test('what was spent on the day before does not count today', async () => {
  const limited = await client({ dailyLimitKobo: 1_000n });
  await bought(limited, 1_000n);
  expect(await outcomes([order(limited, 1n)])).toEqual(['key_limit']);
  await database.db.$executeRaw`UPDATE api_key_day SET day = day - 1 WHERE key_id = ${limited.keyId}::uuid`;
  expect(await outcomes([order(limited, 1_000n)])).toEqual(['accepted']);
});

test.each<[string, string]>([
  ['has expired', `expires_at = now() - interval '1 second'`],
  ['may only read', `scope = 'read'`],
])('a key that %s, unknown to its process, buys nothing', async (_, change) => {
  const one = await client();
  await database.db.$executeRawUnsafe(`UPDATE api_key SET ${change} WHERE id = '${one.keyId}'`);
  expect(await outcomes([order(one, 100n)])).toEqual(['unauthorized']);
  expect(await getWalletBalance(database.db, one.accountId)).toBe(FUNDS);
});

test('the key of a purchase is never changed', async () => {
  const one = await client();
  const id = await bought(one, 100n);
  const change = database.db.$executeRaw`UPDATE purchase SET api_key_id = NULL WHERE id = ${id}::uuid`;
  await expect(change).rejects.toThrow('purchase_key_is_fixed');
});

const owner = (statement: TemplateStringsArray) => database.db.$executeRawUnsafe(statement.join(''));
