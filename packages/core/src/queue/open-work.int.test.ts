import { fundedAccount, useDatabase } from '@topup/testkit';
import { enqueueMail } from '../mail/mail.store';
import { purchasesIn } from '../testing/purchases';
import { tableStatistics } from '../testing/table-statistics';
import { insertRequeryEvent } from '../webhook/event.store';
import { findOpenWork } from './open-work.store';

const database = useDatabase({ max: 1, eachTest: true }); // one connection, so that its statistics can be flushed

const { settle, sent } = purchasesIn(() => database.db);

/** The names of the parts that have work. */
const open = async () =>
  Object.entries(await findOpenWork(database.db)).flatMap(([part, hasWork]) => (hasWork ? [part] : []));

describe('a sweep leaves out a part that has work', () => {
  test('each kind of open work is seen from its first row to its last change', async () => {
    const { db } = database;
    expect(await open()).toEqual([]);

    const accountId = await fundedAccount(db, 10_000n);
    const id = await sent(accountId, 'ELECTRICITY');
    expect(await open()).toEqual(['purchases']);
    await db.$executeRaw`UPDATE purchase SET window_ends_at = now() - interval '1 second'`;
    expect(await open()).toEqual(['purchases', 'unanswered']);

    const delivered = { token: '12345678901234567890', bonus_token: '9'.repeat(20), units: '79.9' };
    await settle({ id, target_status: 'success', basis: 'answer', delivered });
    expect(await open()).toEqual([]);
    await db.$executeRaw`UPDATE notification SET next_attempt_at = now() - interval '1 second'`;
    expect(await open()).toEqual(['notifications']);
    await db.$executeRaw`UPDATE notification SET state = 'sent', finished_at = now(), next_attempt_at = NULL`;

    await db.$executeRaw`UPDATE account SET webhook_url = 'https://client.example/hook'`;
    await insertRequeryEvent(db, id, null);
    expect(await open()).toEqual(['events']);
    await db.$executeRaw`UPDATE webhook_event SET state = 'sending', claimed_at = now()`;
    expect(await open()).toEqual(['events']);
    await db.$executeRaw`UPDATE webhook_event SET state = 'delivered', finished_at = now()`;
    expect(await open()).toEqual([]);

    const batch = { id, accountId, code: 'x', source: 'form', rows: 1, totalKobo: 1n, openedBy: id, confirmedBy: id };
    await db.purchaseBatch.create({ data: { ...batch, state: 'running', confirmedAt: new Date() } });
    expect(await open()).toEqual(['batches']);
    await db.purchaseBatch.update({ where: { id }, data: { state: 'done', endedAt: new Date() } });
    expect(await open()).toEqual([]);

    await enqueueMail(db, { userId: null, email: 'ada@client.example', subject: 'News', text: 'Hello' });
    expect(await open()).toEqual(['mails']);
  });
});

describe('every look reads all purchases there ever were', () => {
  const fill = (id: string) => database.db.$executeRaw`
    INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details,
                          description, provider, provider_ref, provider_order, sends, sent_at, cause, final_at)
    SELECT gen_random_uuid(), account_id, 'old-' || n, product_type, 'success', amount_kobo, recipient, details,
           description, provider, 'old-' || n, provider_order, 1, now(), 'test', now()
      FROM purchase, generate_series(1, 5000) n WHERE id = ${id}::uuid`;
  const scans = async () => (await tableStatistics(database.db, 'purchase')).sequentialScans;

  test('it reads indexes of what is open, even with a plan from when the table was empty', async () => {
    await open(); // plans the statement
    const id = await sent(await fundedAccount(database.db, 10_000n), 'AIRTIME');
    // the triggers guard the books, which these rows are not part of
    await database.db.$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`;
    await fill(id);
    const before = await scans();
    expect(await open()).toEqual(['purchases']);
    await database.db.$executeRaw`ANALYZE purchase`;
    expect(await open()).toEqual(['purchases']);
    expect(await scans()).toBe(before);
    await database.db.$queryRaw`SELECT sum(amount_kobo)::text FROM purchase`;
    expect(await scans()).toBe(before + 1);
  });
});
