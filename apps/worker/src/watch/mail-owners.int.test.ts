import { setLowBalance, setWebhookUrl } from '@topup/core/account';
import { eventually, fundedAccount, testPool, useDatabase } from '@topup/testkit';
import { startFailingWebhookMails, startLowBalanceMails } from './chores';

const database = useDatabase({ max: 4, eachTest: true });

function looking(db = database.db) {
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message), error: () => undefined };
  return { warnings, ...startLowBalanceMails({ db, log, everyMs: 20 }) };
}

const recorded = (count: number, action = 'account.low_balance_mail') =>
  eventually(
    () => database.db.auditLog.count({ where: { action } }),
    (found) => found === count,
  );

describe('a low balance is noticed late or never', () => {
  test('every account is looked at again and again, however many there are', async () => {
    for (let n = 0; n < 120; n += 1) await setLowBalance(database.db, await fundedAccount(database.db, 0n), 100n);
    const worker = looking();
    await recorded(120);
    await setLowBalance(database.db, await fundedAccount(database.db, 99n), 100n);
    await recorded(121);
    await worker.stop();
    expect(worker.warnings).toEqual([]);
  });

  test('a database that is away is asked again', async () => {
    const away = testPool('postgresql://127.0.0.1:1/nowhere', 1);
    const worker = looking(away);
    await eventually(
      () => worker.warnings,
      ({ length }) => length >= 2,
    );
    await worker.stop();
    await away.$disconnect();
  });
});

test('a webhook that begins to fail while workers look is mailed about, once', async () => {
  const id = await fundedAccount(database.db, 0n);
  await setWebhookUrl(database.db, id, 'https://client.example/hook');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const workers = [1, 2].map(() => startFailingWebhookMails({ db: database.db, log, everyMs: 20 }));
  await database.db.webhookEvent.createMany({
    data: Array.from({ length: 10 }, () => ({
      accountId: id,
      event: 'airtime.purchase.success',
      status: 'success',
      details: 'x',
      askedBy: 'a test',
      state: 'undelivered',
      finishedAt: new Date(),
    })),
  });
  await recorded(1, 'webhook.failing_mail');
  await Promise.all(workers.map((worker) => worker.stop()));
  await recorded(1, 'webhook.failing_mail');
});
