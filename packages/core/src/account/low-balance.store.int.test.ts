import { eventually, fundedAccount, fundedTwin, giveMoney, grantedRole, testPool, useDatabase } from '@topup/testkit';
import { sql } from '../shared/db';
import { newId } from '../shared/ids';
import { itemFor, purchasesIn } from '../testing/purchases';
import { insertUser, setPassword } from '../user/user.store';
import { getWallet } from '../wallet/wallet.store';
import { setAccountStatus } from './account.store';
import { mailLowBalances, setLowBalance } from './low-balance.store';

const database = useDatabase({ max: 10, eachTest: true });
const { accept } = purchasesIn(() => database.db);

/** An account with this balance and threshold, and an owner who can sign in. */
async function account(balanceKobo: bigint, thresholdKobo: bigint | null): Promise<{ id: string; email: string }> {
  const id = await fundedAccount(database.db, balanceKobo);
  const email = `${newId()}@client.example`;
  const user = await insertUser(database.db, { accountId: id, role: 'owner', name: 'Ada', email });
  if (user.kind !== 'inserted') throw new Error(user.kind);
  await setPassword(database.db, user.id, 'scrypt$');
  await setLowBalance(database.db, id, thresholdKobo);
  return { id, email };
}

function gate(): { passed: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

const spend = (id: string, amountKobo: bigint) => accept([itemFor(id, 'AIRTIME', { amountKobo })]);
const look = () => mailLowBalances(database.db, 100);
const mailsTo = (email: string) => database.db.mail.findMany({ where: { email }, orderBy: { createdAt: 'asc' } });
const countOf = async ({ email }: { email: string }) => (await mailsTo(email)).length;

describe('a client learns of an empty wallet by failed purchases', () => {
  test('the test money of a test account is low, and nobody is mailed or said to be', async () => {
    const id = await fundedTwin(database.db, 500_000n);
    await setLowBalance(database.db, id, 100_000n);
    await spend(id, 450_000n);
    expect(await getWallet(database.db, id)).toMatchObject({ low: true });
    expect(await look()).toBe(0);
    expect(await database.db.auditLog.count({ where: { accountId: id } })).toBe(0);
  });

  test('the owners get one mail when the balance passes, and a record names the balance', async () => {
    const { id, email } = await account(500_000n, 100_000n);
    await look();
    expect(await mailsTo(email)).toEqual([]);
    await spend(id, 400_000n); // exactly the threshold is not below it
    expect(await look()).toBe(0);
    await spend(id, 50n);
    for (let n = 0; n < 3; n += 1) await look();

    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    const { name, paymentReference } = await database.db.account.findUniqueOrThrow({ where: { id } });
    expect(mail?.subject).toBe('Your wallet balance is low');
    expect(mail?.text).toContain(`The wallet of ${name} has NGN 999.50. That is below your threshold of NGN 1000.00.`);
    expect(mail?.text).toContain(paymentReference);
    expect(await database.db.auditLog.findMany({ where: { accountId: id } })).toMatchObject([
      {
        action: 'account.low_balance_mail',
        actorKind: 'system',
        subject: name,
        after: { balance: '999.50', threshold: '1000.00' },
      },
    ]);
  });

  test('the mail says about how long the balance lasts, and nothing when nothing was spent', async () => {
    const aged = (id: string, days: number) =>
      database.db.$transaction([
        database.db.$executeRaw(sql`SET LOCAL session_replication_role = replica`),
        database.db.$executeRaw(sql`
          UPDATE account SET created_at = clock_timestamp() - make_interval(days => ${days}::integer)
           WHERE id = ${id}::uuid`),
      ]);
    const [fresh, old, poor, idle] = [
      await account(1_000_000n, 600_000n),
      await account(900_000n, 300_000n),
      await account(900_000n, 100_000n),
      await account(500n, 1_000n),
    ];
    await spend(fresh.id, 500_000n); // 5,000 of 5,000 in a day
    await aged(old.id, 30);
    await spend(old.id, 400_000n);
    await spend(old.id, 300_000n); // 2,000 are left of 7,000 in seven days
    await giveMoney(database.db, old.id, 1_000n, 'is not spent');
    await aged(poor.id, 30);
    await spend(poor.id, 899_000n);
    await look();
    const textTo = async (one: { email: string }) => (await mailsTo(one.email))[0]?.text ?? '';
    expect(await textTo(fresh)).toContain('It lasts about 24 hours at the rate of the last day.');
    expect(await textTo(old)).toContain('It lasts about 2 days at the rate of the last 7 days.');
    expect(await textTo(poor)).toContain('It lasts less than an hour at the rate of the last 7 days.');
    expect(await textTo(idle)).toContain('threshold of NGN 10.00.\n\nWe refuse');
  });

  test('the mail names the account numbers with their banks, and then no payment reference', async () => {
    const { id, email } = await account(500n, 1_000n);
    const banks = [
      { bankCode: '035', bankName: 'Wema bank', accountNumber: '5000000001', accountName: 'Ada' },
      { bankCode: '232', bankName: 'Sterling bank', accountNumber: '6000000001', accountName: 'Ada' },
    ];
    await database.db.fundingAccount.create({
      data: { accountId: id, collector: 'monnify', banks, readAt: new Date() },
    });
    const role = await grantedRole(database.url, 'service');
    const db = testPool(role.url, 1);
    await mailLowBalances(db, 100);
    await db.$disconnect();
    await role.drop();
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain('- 5000000001, Wema bank\n- 6000000001, Sterling bank\n');
    expect(mail?.text).not.toContain('TUP-');
  });

  test('the next mail comes only after the balance was seen at the threshold or above', async () => {
    const one = await account(10_000n, 20_000n);
    await look();
    expect(await countOf(one)).toBe(1);
    await giveMoney(database.db, one.id, 9_999n, 'too little');
    await look();
    await spend(one.id, 5_000n);
    await look();
    expect(await countOf(one)).toBe(1);
    await giveMoney(database.db, one.id, 5_001n, 'just enough');
    await look();
    await look();
    expect(await countOf(one)).toBe(1);
    await spend(one.id, 5_000n);
    await look();
    await look();
    expect(await countOf(one)).toBe(2);
  });

  test('a threshold that is moved or removed is no second passing; one above the balance is a passing', async () => {
    const one = await account(10_000n, 20_000n);
    await look();
    await setLowBalance(database.db, one.id, 30_000n);
    await look();
    expect(await countOf(one)).toBe(1);
    await setLowBalance(database.db, one.id, null);
    await look();
    expect(await getWallet(database.db, one.id)).toMatchObject({ balanceKobo: 10_000n, low: false });
    await setLowBalance(database.db, one.id, 10_000n);
    await look();
    expect(await countOf(one)).toBe(1);
    await setLowBalance(database.db, one.id, 10_001n);
    expect(await getWallet(database.db, one.id)).toMatchObject({ low: true });
    await look();
    expect(await countOf(one)).toBe(2);
  });

  test('no mail goes out without a threshold, or for a suspended account before it is resumed', async () => {
    const [without, suspended] = [await account(0n, null), await account(1n, 2n)];
    await setAccountStatus(database.db, suspended.id, 'suspended');
    await look();
    expect([await countOf(without), await countOf(suspended)]).toEqual([0, 0]);
    await setAccountStatus(database.db, suspended.id, 'active');
    await look();
    await setAccountStatus(database.db, suspended.id, 'suspended');
    await look();
    await setAccountStatus(database.db, suspended.id, 'active');
    await look();
    expect(await countOf(suspended)).toBe(1);
  });

  test('a threshold is more than nothing', async () => {
    const { id } = await account(1n, null);
    for (const kobo of [0n, -1n])
      await expect(setLowBalance(database.db, id, kobo)).rejects.toThrow('check constraint');
  });
});

describe('the owners are mailed twice of one passing', () => {
  test('of many workers that look at once, one mails, even if one look cannot take all accounts', async () => {
    const accounts = [];
    for (let n = 0; n < 5; n += 1) accounts.push(await account(10_000n, 20_000n));
    for (let n = 0; n < 3; n += 1) await Promise.all(Array.from({ length: 8 }, () => mailLowBalances(database.db, 2)));
    expect(await Promise.all(accounts.map(countOf))).toEqual([1, 1, 1, 1, 1]);
    expect(await database.db.auditLog.count({ where: { action: 'account.low_balance_mail' } })).toBe(5);
  });

  test.each([
    [
      'another worker has mailed meanwhile: no mail, and the mark stays',
      (id: string) => sql`UPDATE account SET low_balance_mailed_at = clock_timestamp() WHERE id = ${id}::uuid`,
      { lowBalanceMailedAt: expect.any(Date) },
    ],
    [
      'the wallet was funded meanwhile: no mail, and no mark',
      (id: string) => sql`UPDATE wallet SET balance_kobo = 20000 WHERE account_id = ${id}::uuid`,
      { lowBalanceMailedAt: null },
    ],
  ])('a worker waits for the account, and %s', async (_, meanwhile, left) => {
    const one = await account(10_000n, 20_000n);
    const held = testPool(database.url, 1);
    const [locked, waited] = [gate(), gate()];
    const holding = held.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM account WHERE id = ${one.id}::uuid FOR UPDATE`;
      locked.open();
      await waited.passed;
      await tx.$executeRaw(meanwhile(one.id));
    });
    const waits = () => database.db.$queryRaw<object[]>`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
                                                          AND datname = current_database()`;
    await locked.passed;
    const late = look();
    await eventually(waits, ({ length }) => length > 0);
    waited.open();
    await Promise.all([holding, late]);
    await held.$disconnect();
    expect(await countOf(one)).toBe(0);
    expect(await database.db.account.findUniqueOrThrow({ where: { id: one.id } })).toMatchObject(left);
  });

  test('the role of the worker is enough', async () => {
    const one = await account(10_000n, 20_000n);
    const role = await grantedRole(database.url);
    const worker = testPool(role.url, 1);
    try {
      expect(await mailLowBalances(worker, 100)).toBe(1);
    } finally {
      await worker.$disconnect();
      await role.drop();
    }
    expect(await countOf(one)).toBe(1);
  });
});
