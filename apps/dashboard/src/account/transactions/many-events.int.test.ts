import { readVersions } from '@topup/core/purchase';
import type { Transaction } from '@topup/dashboard-contract';
import { openAccountWorld } from '../../testing/account-world';
import { delivered } from '../../testing/seller';

const { world, read } = openAccountWorld();

/** A purchase whose client has asked for its status so often. */
async function askedFor(account: string, times: number): Promise<string> {
  const { db } = world();
  await db.$executeRaw`UPDATE account SET webhook_url = 'https://client.example/hook' WHERE id = ${account}::uuid`;
  const reference = await world().sell(account, {}, delivered);
  await db.$executeRaw`
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
    SELECT p.account_id, p.id, 'transaction.requery', p.status, p.description || ' ' || n
      FROM purchase p, generate_series(1, ${times}::integer) n WHERE p.request_ref = ${reference}`;
  return reference;
}

describe('one client asks for one purchase all day, and its page fills the memory of everybody’s dashboard', () => {
  test('of many status queries it has the newest, and its own event', async () => {
    const account = await world().account();
    const reference = await askedFor(account, 3_000);
    const { timeline } = await read<Transaction>(account, `/transactions/${reference}`);
    const events = timeline.flatMap((entry) => (entry.kind === 'event' ? [entry.delivery] : []));
    expect(events).toHaveLength(200);
    expect(events[0]?.event).toBe('airtime.purchase.success');
    const newest = await world().db.webhookEvent.findFirst({ orderBy: { seq: 'desc' } });
    expect(events.at(-1)?.id).toBe(newest?.id);
  });

  test('who watches it reads no more, and learns of its own event', async () => {
    const account = await world().account();
    const watched = [{ kind: 'purchase' as const, accountId: account, name: await askedFor(account, 3_000) }];
    const [before] = await readVersions(world().db, watched);
    expect(before?.length).toBeLessThan(4_000);
    await world().db.$executeRaw`
      UPDATE webhook_event SET details = 'again'
       WHERE account_id = ${account}::uuid AND event = 'airtime.purchase.success'`;
    expect(await readVersions(world().db, watched)).not.toEqual([before]);
  });
});
