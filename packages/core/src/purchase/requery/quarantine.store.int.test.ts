import { BY_TEST, eventually, fundedAccount, fundedTwin, testPool, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../../account/account.store';
import type { Db } from '../../shared/db';
import { newId } from '../../shared/ids';
import { itemFor, purchasesIn } from '../../testing/purchases';
import { tableStatistics } from '../../testing/table-statistics';
import { verifyBooks } from '../../wallet/verification/verify-books';
import { insertRequeryEvent } from '../../webhook/event.store';
import { claimPurchases } from '../send/claim.store';
import { openNextAttempts } from '../send/next-attempt.store';
import { markPending } from '../wait/waiting.store';
import { quarantine } from './quarantine.store';

const database = useDatabase({ eachTest: true });
const { accept, claim, settle, sent, row, history } = purchasesIn(() => database.db);
const likeliest = { by: BY_TEST, mintRef: (id: string, at: Date) => `${at.toISOString()} ${id}` };

/** Purchases of an account with a webhook URL that were accepted and not sent. @returns their ids */
async function unsent(count: number): Promise<string[]> {
  const accountId = await fundedAccount(database.db, 1_000_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
  const items = Array.from({ length: count }, () => itemFor(accountId, 'AIRTIME'));
  await accept(items);
  return items.map(({ id }) => id);
}

const historyOf = async (id: string) =>
  (await history(id)).map(({ fromStatus, toStatus, cause }) => `${fromStatus} > ${toStatus}: ${cause}`);

describe('after a restore, a purchase that looks unsent is sent again or refunded', () => {
  test('what looks unsent is neither sent nor refunded, and is requeried by its likeliest reference', async () => {
    const [initiated = '', pending = ''] = await unsent(2);
    const known = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    await markPending(database.db, [pending, known], 'client_told_pending', 'wait');
    const before = await row(known);

    const report = await quarantine(database.db, likeliest, 'failover', null);

    expect(report.quarantined.map(({ status }) => status).sort()).toEqual(['initiated', 'pending']);
    expect(report).toMatchObject({ knownAsSent: 1, eventsClosed: 1 }); // the event of `pending`
    expect(await claim([initiated, pending])).toEqual([]);
    expect(await settle({ id: initiated, target_status: 'refunded', basis: 'never_sent' })).toMatchObject({
      outcome: 'declined',
    });
    expect(
      await settle({ id: initiated, target_status: 'failed', basis: 'not_found', missing_count: 0 }),
    ).toMatchObject({
      outcome: 'declined',
    });
    const taken = await row(initiated);
    expect(taken).toMatchObject({
      sends: 1,
      providerRef: `${taken.createdAt.toISOString()} ${initiated}`,
      finalAt: null,
    });
    expect(taken.nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    expect(await historyOf(pending)).toEqual([
      'null > initiated: accepted',
      'initiated > pending: client_told_pending',
      'pending > pending: quarantined: failover',
    ]);
    expect(await row(known)).toEqual(before);
    expect(await settle({ id: initiated, target_status: 'success', basis: 'requery' })).toMatchObject({
      outcome: 'settled',
    });
    expect(await settle({ id: pending, target_status: 'failed', basis: 'operator' })).toMatchObject({
      outcome: 'settled',
    });
    expect(await verifyBooks(database.db)).toMatchObject({ sound: true });
  });

  test('what was sent while its client waited may have gone to another provider: no failure refunds it', async () => {
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    const simulated = itemFor(await fundedTwin(database.db, 10_000n), 'AIRTIME'); // a test purchase goes nowhere
    await accept([{ ...simulated, provider: 'simulator' }]);
    await claim([simulated.id], ['simulator']);
    const before = await row(id);
    expect(await quarantine(database.db, likeliest, 'restored', null)).toMatchObject({ knownAsSent: 1 });
    const { providerRef, sentAt, nextCheckAt } = before;
    expect(await row(id)).toMatchObject({ providerRef, sentAt, nextCheckAt, orderSeen: true });
    expect(await settle({ id, target_status: 'failed', basis: 'not_found', missing_count: 0 })).toMatchObject({
      outcome: 'declined',
    });
    expect(await verifyBooks(database.db)).toMatchObject({ sound: true });
  });

  test('an unsent attempt with a second provider is asked about under the reference of that attempt', async () => {
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    const { createdAt, providerOrder } = await row(id);
    const next = { provider: 'monnify', providerOrder: providerOrder as never, decision: { passed: [] } as never };
    const closing = { id, attempt: 1, outcome: 'refused', basis: 'answer', missingCount: 0, evidence: {} } as const;
    await openNextAttempts(database.db, [{ ...closing, ...next }], { leastLeftMs: 1_000, startMs: 2_000 });
    await quarantine(database.db, likeliest, 'restored', null);
    expect(await row(id)).toMatchObject({ providerRef: `${createdAt.toISOString()} ${id}x2`, provider: 'monnify' });
    expect(await verifyBooks(database.db)).toMatchObject({ sound: true });
  });

  test('a second run changes nothing', async () => {
    const [id = ''] = await unsent(1);
    await quarantine(database.db, likeliest, 'first', null);
    const first = await row(id);
    expect(await quarantine(database.db, likeliest, 'second', null)).toEqual({
      quarantined: [],
      knownAsSent: 1,
      eventsClosed: 0,
    });
    expect(await row(id)).toEqual(first);
    expect(await historyOf(id)).toHaveLength(2);
  });

  test('workers that run meanwhile: each purchase is claimed or quarantined, never both', async () => {
    const ids = await unsent(300);
    let isOver = false;
    const running = quarantine(database.db, likeliest, 'meanwhile', null).finally(() => {
      isOver = true;
    });
    // what was claimed before it begins may have moved on to another provider, and is quarantined too
    await eventually(
      () => database.db.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND xact_start < now() AND pid <> pg_backend_pid()`,
      (open) => isOver || open.length > 0,
    );
    const claims = Array.from({ length: 10 }, (_, n) => claim(ids.slice(n * 30, n * 30 + 30)));
    const [report, ...claimed] = await Promise.all([running, ...claims]);
    const sendable = claimed.flat().map(({ requestRef }) => requestRef);
    const kept = report.quarantined.map(({ requestRef }) => requestRef);
    expect(new Set([...sendable, ...kept]).size).toBe(sendable.length + kept.length);
    expect(await database.db.purchase.count({ where: { sends: 1 } })).toBe(sendable.length + kept.length);
  });

  test('a purchase that is being claimed keeps the reference of its claim', async () => {
    const [id = ''] = await unsent(1);
    const report = await database.db.$transaction(async (worker) => {
      const options = { serves: ['vtpass'], token: newId(), leaseMs: 75_000, startWithinMs: 1_800_000 };
      expect(await claimPurchases(worker as Db, [{ id, providerRef: 'claimed' }], options)).toHaveLength(1);
      const running = quarantine(database.db, likeliest, 'meanwhile', null);
      await eventually(
        () =>
          database.db.$queryRaw<unknown[]>`SELECT pid FROM pg_stat_activity
             WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`,
        ({ length }) => length > 0,
      );
      return { running };
    });
    expect(await report.running).toMatchObject({ quarantined: [] });
    expect(await row(id)).toMatchObject({ providerRef: 'claimed', orderSeen: false });
  });

  test('a run that fails at one purchase quarantines none', async () => {
    const ids = await unsent(3);
    const sameForAll = { by: BY_TEST, mintRef: () => 'one reference' };
    await expect(quarantine(database.db, sameForAll, 'test', null)).rejects.toThrow(/unique/i);
    expect(await database.db.purchase.count({ where: { id: { in: ids }, sends: 0 } })).toBe(3);
  });

  test('a run from a given time leaves older purchases and events as they are', async () => {
    const [old = '', young = ''] = await unsent(2);
    for (const id of [old, young]) await insertRequeryEvent(database.db, id, null);
    await database.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`;
    await database.db
      .$executeRaw`UPDATE purchase SET created_at = created_at - interval '1 hour' WHERE id = ${old}::uuid`;
    await database.db.$executeRaw`
      UPDATE webhook_event SET created_at = created_at - interval '1 hour' WHERE purchase_id = ${old}::uuid`;
    const report = await quarantine(database.db, likeliest, 'test', new Date(Date.now() - 600_000));
    expect(report).toMatchObject({ quarantined: [{ requestRef: (await row(young)).requestRef }], eventsClosed: 1 });
    expect(await row(old)).toMatchObject({ sends: 0 });
  });
});

describe('a quarantine reads all events that were ever sent', () => {
  test('after the contraction it finds the open ones by the indexes of what is queued and being sent', async () => {
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    const write = (events: number, state: string) => database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, url, claimed_at, finished_at)
      SELECT account_id, id, 'transaction.requery', status, 'test', ${state},
             CASE WHEN ${state} <> 'queued' THEN 'https://client.example/' END,
             CASE WHEN ${state} <> 'queued' THEN now() END, CASE WHEN ${state} = 'delivered' THEN now() END
        FROM purchase, generate_series(1, ${events}::integer) WHERE id = ${id}::uuid`;
    await database.db.$executeRaw`DROP INDEX IF EXISTS webhook_event_open`;
    await write(20_000, 'delivered');
    await write(2, 'queued');
    await write(3, 'sending');
    await database.db.$executeRaw`VACUUM ANALYZE webhook_event`;
    const one = testPool(database.url, 1); // one connection, whose statistics can be flushed
    try {
      const before = await scansOf(one);
      expect(await quarantine(one, likeliest, 'test', null)).toMatchObject({ eventsClosed: 5 });
      const used = Object.entries(await scansOf(one)).filter(([index, scans]) => scans > (before[index] ?? 0));
      expect(used.map(([index]) => index).sort()).toEqual(['webhook_event_sending', 'webhook_event_waiting']);
    } finally {
      await one.$disconnect();
    }
  });
});

/** How often each index of the events was read so far, and the table without one. */
async function scansOf(one: Db): Promise<Record<string, number>> {
  const { sequentialScans } = await tableStatistics(one, 'webhook_event');
  const rows = await one.$queryRaw<{ index: string; scans: number }[]>`
    SELECT indexrelname AS index, idx_scan::integer AS scans FROM pg_stat_user_indexes WHERE relname = 'webhook_event'`;
  return { none: sequentialScans, ...Object.fromEntries(rows.map(({ index, scans }) => [index, scans])) };
}

describe('a history entry passes for a quarantine and hides drift', () => {
  test('a history entry without a change of status is a finding of the books, unless it is a quarantine', async () => {
    const [id = ''] = await unsent(1);
    await database.db.$executeRaw`
      INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
      VALUES (${id}::uuid, 'initiated', 'initiated', 'test')`;
    const { findings } = await verifyBooks(database.db);
    expect(findings.filter(({ count }) => count > 0).map((finding) => finding.id)).toEqual(['A08']);
  });
});
