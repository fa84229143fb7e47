import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import type { Log } from '../shared/log.port';
import { purchasesIn } from '../testing/purchases';
import { dueNotifications } from './notification.store';
import { createNotificationScheduler } from './send-notification';

const AT_ONCE = 8;
const database = useDatabase({ max: 8 });
const { settle, sent } = purchasesIn(() => database.db);
const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The notifications of as many prepaid purchases, whose customers have this phone. */
async function vended(contactPhone: string, count: number): Promise<string[]> {
  const accountId = await fundedAccount(database.db, 100_000n);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await sent(accountId, 'ELECTRICITY', { terms: { contactPhone } });
    const delivered = { key_change_tokens: null, token: '1'.repeat(20), bonus_token: null, units: '1' };
    const { notificationId } = await settle({ id, target_status: 'success', basis: 'answer', delivered });
    ids.push(notificationId ?? '');
  }
  return ids;
}

describe('the tokens of one account delay those of all others', () => {
  // fault A11
  test('however many jobs came first: an account that has none under way is next', async () => {
    const begun: string[] = [];
    const held: (() => void)[] = [];
    const sms = {
      send: (phone: string) => {
        begun.push(phone);
        return new Promise<void>((end) => held.push(end));
      },
    };
    const scheduler = createNotificationScheduler(
      { db: database.db, log, observer: { notified: () => undefined }, sms },
      AT_ONCE,
    );
    const returned: string[] = []; // those that wait return at once
    const send = (id: string) => scheduler.send(id).then(() => void returned.push(id));
    const jobs = (await vended('08030000001', 20)).map(send);
    await eventually(
      () => begun.length,
      (count) => count >= 6,
    );
    for (const id of await vended('08030000002', 1)) jobs.push(send(id));
    await eventually(
      () => begun.length,
      (count) => count >= 7,
    );
    expect(begun.at(-1)).toBe('08030000002');
    await eventually(
      () => returned.length,
      (count) => count === jobs.length - begun.length,
    );
    const drained = scheduler.drain();
    for (const end of held) end();
    await Promise.all([drained, ...jobs]);
  });

  // fault A11
  test('a sweep finds the token of another account before the second of one that has many', async () => {
    const [many, few] = [await vended('08030000001', 5), await vended('08030000002', 1)];
    await database.db.$executeRaw`UPDATE notification SET next_attempt_at = created_at WHERE state = 'queued'`;
    const due = await dueNotifications(database.db, { limit: 500, except: [] });
    const here = due.filter(({ id }) => [...many, ...few].includes(id));
    expect(here.map(({ id }) => id)).toEqual([many[0], few[0], ...many.slice(1)]);
    const [{ accountId = '' } = {}] = here;
    const others = await dueNotifications(database.db, { limit: 500, except: [accountId] });
    expect(others.filter(({ id }) => [...many, ...few].includes(id)).map(({ id }) => id)).toEqual(few);
  });
});
