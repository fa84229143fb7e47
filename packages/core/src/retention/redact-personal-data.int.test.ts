import { fundedAccount, useDatabase } from '@topup/testkit';
import { setWebhookUrl } from '../account/account.store';
import { isSynchronous, productTypes } from '../product/products';
import { tokenFields } from '../shared/tokens';
import { agedIn } from '../testing/aged';
import { expectSoundBooks } from '../testing/books';
import { orderFor, purchasesIn } from '../testing/purchases';
import { redactPersonalData } from './redact-personal-data';
import { redactPurchases, redactStatementRows } from './retention.store';

const database = useDatabase({ max: 8, eachTest: true, beforeDrop: ({ db }) => expectSoundBooks(db) });
const aged = agedIn(() => database.db);
const { settle, row, history, events, sent } = purchasesIn(() => database.db);
const TOKEN = '12345678901234567890';
const TOKENS = Object.fromEntries(tokenFields.map((field) => [field, TOKEN]));
const NUMBERS = productTypes.map((product) => orderFor(product).recipient);
const PHONE = orderFor('AIRTIME').recipient;
const METER = orderFor('ELECTRICITY').recipient;
const electricity = {
  settlement: {
    delivered: { ...TOKENS, units: '12.3', vat: '139.53', customer_name: 'Ada Obi', address: '1 Marina' },
    message: `Electricity for ${METER}`,
    evidence: { provider_transaction_id: '77', answer: `DELIVERED to Ada Obi, ${METER}`, send_answer: `to Ada Obi` },
  },
};
let accountId: string;

beforeEach(async () => {
  accountId = await fundedAccount(database.db, 1_000_000n);
  await setWebhookUrl(database.db, accountId, 'https://client.example/events');
});

const run = (options: { days?: number; dryRun?: boolean; lot?: number } = {}) =>
  redactPersonalData(database.db, { days: 365, dryRun: false, ...options });
const ids = async () => {
  const rows = await database.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM purchase WHERE recipient = 'removed' ORDER BY id`;
  return rows.map(({ id }) => id);
};

// Whole numbers: an id that is made from the time may hold the first digits of one by chance.
const PERSONAL = [...NUMBERS, TOKEN, 'Ada', 'Marina'];

/** Every row of a purchase in which a number, a name, an address or a token of the test is left. */
async function leftovers(purchaseId: string): Promise<string[]> {
  const rows = await database.db.$queryRaw<{ text: string }[]>`
    SELECT to_jsonb(p)::text AS text FROM purchase p WHERE id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(e)::text FROM webhook_event e WHERE purchase_id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(n)::text FROM notification n WHERE purchase_id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(c)::text FROM closed_attempt c WHERE purchase_id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(f)::text FROM claim f WHERE purchase_id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(h)::text FROM purchase_history h WHERE purchase_id = ${purchaseId}::uuid
     UNION ALL SELECT to_jsonb(s)::text FROM statement_row s JOIN statement_match m ON m.row_id = s.id
                WHERE m.purchase_id = ${purchaseId}::uuid`;
  return rows.map(({ text }) => text).filter((text) => PERSONAL.some((each) => text.includes(each)));
}

/** Adds a row of the provider's statement about a purchase, and an earlier attempt, of `daysAgo` days ago. */
async function withStatementAndAttempt(id: string, daysAgo: number): Promise<void> {
  await database.db.$executeRaw`
    WITH said AS (
      INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw)
      VALUES ('vtpass', ${id}, 'api', now() - ${daysAgo}::integer * interval '1 day', current_date, 'debit', 'sale',
              1000, ${JSON.stringify({ phone: PHONE })}::jsonb) RETURNING id)
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
    SELECT id, ${id}::uuid, 1, now(), 'reference' FROM said`;
  await database.db.$executeRaw`
    INSERT INTO closed_attempt (purchase_id, number, provider, provider_order, sends, outcome, evidence, closed_at)
    VALUES (${id}::uuid, 1, 'monnify', ${JSON.stringify({ serviceId: 'mtn', contactPhone: PHONE })}::jsonb, 0,
            'not_sent', ${JSON.stringify({ answer: `no ${PHONE}`, refused_code: 'X' })}::jsonb,
            now() - ${daysAgo}::integer * interval '1 day')`;
  await database.db.$transaction([
    database.db.$executeRaw`SET LOCAL session_replication_role = replica`, // no trigger lets an attempt begin as sent
    database.db.$executeRaw`UPDATE purchase SET attempt = 2 WHERE id = ${id}::uuid`,
  ]);
}

describe('personal data stays when it is no longer needed', () => {
  test('of a purchase for a meter that its client called "removed", too', async () => {
    const id = await aged(accountId, 'ELECTRICITY', 400, electricity);
    await database.db.$transaction([
      database.db.$executeRaw`SET LOCAL session_replication_role = replica`, // no trigger lets a recipient change
      database.db.$executeRaw`UPDATE purchase SET recipient = 'removed' WHERE id = ${id}::uuid`,
    ]);
    await run();
    const { providerOrder } = await row(id);
    expect(providerOrder).toMatchObject({ contactPhone: 'removed' });
  });

  test('of a purchase nothing is left but what the books and the client need', async () => {
    const id = await aged(accountId, 'ELECTRICITY', 400, electricity);
    const { requestRef, amountKobo, providerRef } = await row(id);
    await withStatementAndAttempt(id, 400);
    expect(await leftovers(id)).toHaveLength(3);
    expect(await run()).toEqual({ purchases: 1, attempts: 1, events: 0, statementRows: 1, batchRows: 0 });
    expect(await leftovers(id)).toEqual([]);
    expect(await row(id)).toMatchObject({
      requestRef,
      amountKobo,
      providerRef,
      status: 'success',
      recipient: 'removed',
      details: { disco: 'ikeja-electric', meter_number: 'removed' },
      providerOrder: { serviceId: 'ikeja-electric', variationCode: 'prepaid', contactPhone: 'removed' },
      result: { token: 'removed', units: '12.3', vat: '139.53', customer_name: 'removed', address: 'removed' },
      providerEvidence: { provider_transaction_id: '77' },
      message: 'Electricity for removed',
    });
  });

  test('of a claim with an old answer, even if the purchase was redacted before', async () => {
    const id = await aged(accountId, 'AIRTIME', 400);
    await run();
    await database.db.claim.create({ data: { purchaseId: id, accountId, note: `nothing on ${PHONE}` } });
    await run();
    expect(await leftovers(id)).toHaveLength(1);
    const answerIt = (daysAgo: number) => database.db.$executeRaw`
      UPDATE claim SET state = 'confirmed', answer = ${`MTN: ${PHONE} got it`},
                       answered_at = now() - ${daysAgo}::integer * interval '1 day'`;
    await answerIt(364);
    expect((await run()).purchases).toBe(0);
    await answerIt(366);
    expect((await run()).purchases).toBe(1);
    expect(await leftovers(id)).toEqual([]);
    expect(await database.db.claim.findFirst()).toMatchObject({ note: 'removed', answer: 'removed' });
    expect((await run()).purchases).toBe(0);
  });

  test('of what contradicts the outcome no token, name or address is left either', async () => {
    const id = await aged(accountId, 'ELECTRICITY', 400, electricity);
    const said = { goal: 'success', attempt: 1, at: '2026-01-01T00:00:00Z', cause: 'provider_delivered' };
    const named = { ...TOKENS, field_of_a_later_version: TOKEN, customer_name: 'Ada Obi', address: '1 Marina' };
    await database.db.$executeRaw`
      UPDATE purchase SET contradicted_by = ${JSON.stringify({ ...said, ...named })}::jsonb, reviewed_at = now(),
                          result = result || ${JSON.stringify({ field_of_a_later_version: TOKEN })}::jsonb
       WHERE id = ${id}::uuid`;
    await run();
    expect(await leftovers(id)).toEqual([]);
    expect(await row(id)).toMatchObject({ contradictedBy: said, result: { token: 'removed' } });
  });

  test.each(productTypes)('%s, with its event and a resend of it', async (product) => {
    const id = await aged(accountId, product, 400, { settlement: { message: `sold to ${PHONE}` } });
    await database.db.$executeRaw`
      INSERT INTO webhook_event (account_id, purchase_id, event, status, details, state, finished_at, resent_from,
                                 asked_by)
      SELECT account_id, purchase_id, event, status, details, 'delivered', now(), id, 'user-1' FROM webhook_event
       WHERE purchase_id = ${id}::uuid`;
    await run();
    expect(await leftovers(id)).toEqual([]);
    const [event] = await events(id);
    if (!isSynchronous(product)) expect(event).toMatchObject({ details: 'sold to removed', response: null });
  });

  test('a run that is repeated, broken off or only tried redacts each purchase once', async () => {
    const all: string[] = [];
    for (let n = 0; n < 5; n += 1) all.push(await aged(accountId, 'AIRTIME', 400 + n));
    await aged(accountId, 'AIRTIME', 300);
    expect(await run({ dryRun: true })).toMatchObject({ purchases: 5, events: 5 });
    expect(await ids()).toEqual([]);
    const lot = await redactPurchases(database.db, { days: 365, after: null, lot: 2, dryRun: false });
    expect(lot.purchases).toBe(2);
    expect(await ids()).toHaveLength(2);
    expect(await run({ lot: 2 })).toMatchObject({ purchases: 3 });
    expect(await ids()).toEqual(all.sort());
    expect(await run()).toMatchObject({ purchases: 0 });
  });

  test('a setting below 180 days keeps 180', async () => {
    await aged(accountId, 'AIRTIME', 170);
    const id = await aged(accountId, 'AIRTIME', 181);
    await run({ days: 1 });
    expect(await ids()).toEqual([id]);
  });
});

describe('a statement row that no purchase leads to is kept forever', () => {
  /** A row of a customer, recorded so many days ago. @returns its id */
  async function recorded(daysAgo: number): Promise<bigint> {
    const [row] = await database.db.$queryRaw<{ id: bigint }[]>`
      INSERT INTO statement_row (provider, row_id, source, at, day, direction, kind, amount_kobo, raw, recorded_at)
      SELECT 'vtpass', gen_random_uuid()::text, 'api', past, past::date, 'debit', 'sale', 1000,
             ${JSON.stringify({ phone: PHONE })}::jsonb, past
        FROM (SELECT now() - ${daysAgo}::integer * interval '1 day' AS past) p
      RETURNING id`;
    return row?.id ?? 0n;
  }
  /** Those that still say whose they are. */
  const whole = async () => {
    const rows = await database.db.$queryRaw<{ id: bigint }[]>`
      SELECT id FROM statement_row WHERE raw = ${JSON.stringify({ phone: PHONE })}::jsonb ORDER BY id`;
    return rows.map(({ id }) => id);
  };
  const match = (row: bigint, purchase: string) => database.db.$executeRaw`
    INSERT INTO statement_match (row_id, purchase_id, number, sent_at, how)
    VALUES (${row}, ${purchase}::uuid, 1, now(), 'reference')`;

  test('it goes when it has been here for as long, in a run that is repeated, broken off or only tried', async () => {
    for (let n = 0; n < 5; n += 1) await recorded(400 + n);
    const young = await recorded(300);
    expect(await run({ dryRun: true })).toMatchObject({ purchases: 0, statementRows: 5 });
    expect(await whole()).toHaveLength(6);
    const lot = await redactStatementRows(database.db, { days: 365, after: 0n, lot: 2, dryRun: false });
    expect(lot).toMatchObject({ statementRows: 2 });
    expect(await run({ lot: 2 })).toMatchObject({ statementRows: 3 });
    expect(await whole()).toEqual([young]);
    expect(await run()).toMatchObject({ statementRows: 0 });
  });

  test('it stays while its finding is open, or its purchase is not redacted', async () => {
    const redacted = await aged(accountId, 'AIRTIME', 400);
    await run();
    const [found, suggested] = [await recorded(400), await recorded(400)];
    const [twice, ofPurchase] = [await recorded(400), await recorded(400)];
    await match(twice, redacted);
    await match(ofPurchase, await aged(accountId, 'AIRTIME', 300));
    await database.db.$executeRaw`
      INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, row_id, suggested_row_id,
                                          purchase_id)
      VALUES ('vtpass', current_date, 'missing_here', 'row:1', 0, ${found}, NULL, NULL),
             ('vtpass', current_date, 'missing_there', 'one:1', 0, NULL, ${suggested}, NULL),
             ('vtpass', current_date, 'twice_there', 'two:1', 0, NULL, NULL, ${redacted}::uuid)`;
    expect(await run()).toMatchObject({ statementRows: 0 });
    expect(await whole()).toEqual([found, suggested, twice, ofPurchase]);
    await database.db.$executeRaw`UPDATE reconciliation_finding SET cleared_at = now()`;
    expect(await run()).toMatchObject({ statementRows: 3 });
    expect(await whole()).toEqual([ofPurchase]);
  });

  test('it goes although it was read after its purchase was redacted', async () => {
    const purchase = await aged(accountId, 'AIRTIME', 400);
    expect(await run()).toMatchObject({ purchases: 1 });
    await match(await recorded(400), purchase);
    expect(await run()).toMatchObject({ purchases: 0, statementRows: 1 });
    expect(await whole()).toEqual([]);
  });

  test('it is passed over, and not waited for, while somebody holds it', async () => {
    const [held] = [await recorded(400), await recorded(400)];
    await database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM statement_row WHERE id = ${held} FOR NO KEY UPDATE`;
      expect(await run()).toMatchObject({ statementRows: 1 });
    });
    expect(await whole()).toEqual([held]);
  });
});

describe('what can still change or be disputed loses its facts', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['under review', (id) => database.db.$executeRaw`UPDATE purchase SET needs_review = true WHERE id = ${id}::uuid`],
    [
      'contradicted, and nobody has looked',
      (id) =>
        database.db.$executeRaw`UPDATE purchase SET contradicted_by = '{"goal": "failed"}' WHERE id = ${id}::uuid`,
    ],
    [
      'resent at this moment',
      (id) => database.db.$executeRaw`
        INSERT INTO webhook_event (account_id, purchase_id, event, status, details, resent_from, asked_by)
        SELECT account_id, purchase_id, event, status, details, id, 'user-1' FROM webhook_event WHERE purchase_id = ${id}::uuid`,
    ],
    [
      'of an open finding',
      (id) => database.db.$executeRaw`
        INSERT INTO reconciliation_finding (provider, day, kind, subject, difference_kobo, purchase_id)
        VALUES ('vtpass', current_date, 'missing_there', ${id}, 0, ${id}::uuid)`,
    ],
  ])('a purchase that is %s is left', async (_what, change) => {
    const id = await aged(accountId, 'AIRTIME', 400);
    await change(id);
    expect(await run()).toMatchObject({ purchases: 0 });
    expect(await ids()).toEqual([]);
  });

  test('a purchase that is still open is left, however old it is', async () => {
    await sent(accountId, 'AIRTIME');
    expect(await run()).toMatchObject({ purchases: 0 });
  });

  test('a purchase that somebody holds is passed over and not waited for', async () => {
    const [one, two] = [await aged(accountId, 'AIRTIME', 400), await aged(accountId, 'AIRTIME', 401)];
    await database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM purchase WHERE id = ${one}::uuid FOR NO KEY UPDATE`;
      await run();
    });
    expect(await ids()).toEqual([two]);
  });

  test('what the provider says later still contradicts, and a reversal still refunds', async () => {
    const [late, reversed] = [await aged(accountId, 'AIRTIME', 400), await aged(accountId, 'AIRTIME', 400)];
    await run();
    expect(await settle({ id: late, target_status: 'failed', basis: 'requery' })).toMatchObject({
      outcome: 'contradiction',
    });
    await database.db.$queryRaw`SELECT record_reversal(${reversed}::uuid, 'operator: ticket 1', 'Refunded.')::text`;
    expect((await history(reversed)).map(({ toStatus }) => toStatus)).toEqual(['initiated', 'success', 'refunded']);
    await database.db
      .$executeRaw`UPDATE purchase SET needs_review = false, reviewed_at = now() WHERE id = ${late}::uuid`;
  });

  test.each([
    ['a recipient that is another one', `recipient = '08031111111'`],
    ['a redaction of a young purchase', `recipient = 'removed', provider_order = '{"contactPhone": "removed"}'`],
    ['another amount with it', `recipient = 'removed', amount_kobo = 1`],
  ])('nobody may write %s', async (_what, change) => {
    const id = await aged(accountId, 'AIRTIME', 100);
    await expect(database.db.$executeRawUnsafe(`UPDATE purchase SET ${change} WHERE id = '${id}'`)).rejects.toThrow(
      'purchase_facts_are_fixed',
    );
  });
});
