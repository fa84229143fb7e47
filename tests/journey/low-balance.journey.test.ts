import { setLowBalance } from '@topup/core/account';
import type { Db } from '@topup/core/shared';
import { insertUser, setPassword } from '@topup/core/user';
import { eventually, giveMoney, startWorld, testPool, type World } from '@topup/testkit';
import { expectConsistent } from './support/books';
import { type MailServer, startMailServer } from './support/mail-server';

const OWNER = 'ada@client.example';

let world: World;
let mailServer: MailServer;
let db: Db;

beforeAll(async () => {
  mailServer = await startMailServer();
  const settings = { SMTP_URL: mailServer.url, SMTP_FROM: 'Top-Up <no-reply@example.test>' };
  world = await startWorld({ asGrantedRole: true, workers: 2, naira: 1_000, settings });
  db = testPool(world.databaseUrl, 2);
  const owner = await insertUser(db, { accountId: world.account.liveId, role: 'owner', name: 'Ada', email: OWNER });
  if (owner.kind !== 'inserted') throw new Error(owner.kind);
  await setPassword(db, owner.id, 'scrypt$');
  await setLowBalance(db, world.account.id, 50_000n);
});
afterAll(async () => {
  await db?.$disconnect();
  await world?.stop();
  await mailServer?.stop();
});

const buy = async (naira: number, ref: string) =>
  expect((await world.client.buyAirtime({ ref, amount: naira })).status).toBe(200);
const fund = (naira: bigint, reference: string) => giveMoney(db, world.account.id, naira * 100n, reference);
/** Within the 15 s that a worker waits between two looks. */
const mailed = (times: number) =>
  eventually(
    () => mailServer.mails.filter(({ to, text }) => to === OWNER && text.includes('Your wallet balance is low')),
    ({ length }) => length === times,
    30_000,
  );
const noticedAbove = () =>
  eventually(
    () => db.account.findUniqueOrThrow({ where: { id: world.account.liveId } }),
    ({ lowBalanceMailedAt }) => lowBalanceMailedAt === null,
    30_000,
  );

/** Nobody is mailed about test money: two looks mail of the live account alone, which has no money. */
async function expectNoMailOfPlayMoney(): Promise<void> {
  for (const times of [1, 2]) {
    await setLowBalance(db, world.account.liveId, 50_000n);
    expect((await mailed(times)).at(-1)?.text).toContain('has NGN 0.00.');
    await setLowBalance(db, world.account.liveId, null);
    await noticedAbove();
  }
  expect(await db.mail.count()).toBe(2);
}

describe('a client learns of an empty wallet by failed purchases, or is mailed without end', () => {
  test('specification 9.1: one mail when the balance passes, the next only after it was above', async () => {
    expect((await world.client.balance()).body.data).toMatchObject({ balance: '1000.00', low: false });
    await buy(600, 'low-1');
    expect((await world.client.balance()).body.data).toMatchObject({ balance: '400.00', low: true });
    if (world.mode === 'test') {
      await expectNoMailOfPlayMoney();
      await fund(1_000n, 'enough');
      expect((await world.client.balance()).body.data).toMatchObject({ balance: '1400.00', low: false });
      return;
    }
    const [first] = await mailed(1);
    expect(first?.text).toContain('has NGN 400.00. That is below your threshold of NGN 500.00.');
    const { paymentReference } = await db.account.findUniqueOrThrow({ where: { id: world.account.id } });
    expect(first?.text).toContain(paymentReference);

    await fund(50n, 'too little');
    await buy(100, 'low-2');
    await fund(1_000n, 'enough');
    expect((await world.client.balance()).body.data).toMatchObject({ balance: '1350.00', low: false });
    await noticedAbove();
    expect(await mailed(1)).toHaveLength(1);

    await buy(1_000, 'low-3');
    const mails = await mailed(2);
    expect(mails[1]?.text).toContain('has NGN 350.00. That is below your threshold of NGN 500.00.');
    expect(await db.mail.count()).toBe(2);
    expect(await db.auditLog.count({ where: { action: 'account.low_balance_mail' } })).toBe(2);
    await expectConsistent(world);
  });
});
