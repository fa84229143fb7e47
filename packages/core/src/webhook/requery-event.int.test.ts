import { fundedAccount, startFaultProxy, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { systemClock } from '../shared/clock';
import { askTwice } from '../shared/db';
import { newId } from '../shared/ids';
import { purchasesIn } from '../testing/purchases';
import { insertRequeryEvent } from './event.store';

const database = useDatabase();
const { sent } = purchasesIn(() => database.db);

test('a status query whose answer of the database is lost writes one event', async () => {
  const { hostname: host, port } = new URL(database.url);
  const proxy = await startFaultProxy({ target: { host, port: Number(port) } });
  const behind = testPool(Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href);
  try {
    const accountId = await fundedAccount(database.db, 100_000n);
    await setWebhookUrl(database.db, accountId, 'https://client.example/events');
    const purchaseId = await sent(accountId, 'AIRTIME');
    const id = newId();
    const held = proxy.holdReplyAfter('transaction.requery');
    const inserting = askTwice(systemClock, () => insertRequeryEvent(behind, purchaseId, null, id));
    await held.answered;
    const written = () =>
      database.db.webhookEvent.findMany({ where: { purchaseId, event: 'transaction.requery' }, select: { id: true } });
    proxy.cut();
    expect(await inserting).toBe(id);
    expect(await written()).toEqual([{ id }]);
  } finally {
    await behind.$disconnect();
    await proxy.stop();
  }
});
