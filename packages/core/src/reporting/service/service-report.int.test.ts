import { fundedAccount, insertSold, useDatabase } from '@topup/testkit';
import { causeCodes, failureCodeOf } from '../../purchase/settle/cause';
import { newId } from '../../shared/ids';
import { purchasesIn } from '../../testing/purchases';
import { addDays, boundsOfDay, dayInLagos } from '../../time/lagos-time';
import { freezeServiceDay, readServiceDay } from './service-day.store';
import { begunDays, readServiceReport, serviceColumns } from './service-report';

const database = useDatabase({ eachTest: true });
const db = () => database.db;

const TODAY = dayInLagos(new Date());
const daysAgo = (days: number) => addDays(TODAY, -days);
const [HOUR, SECOND] = [3_600_000, 1_000];
/** So long after the beginning of a day in Lagos. */
const on = (day: string, ms = HOUR) => new Date(boundsOfDay(day).start.getTime() + ms);

const DAY = daysAgo(3);
const AIRTIME = { product: 'AIRTIME', service: 'glo', code: null } as const;
let accountId: string;
beforeEach(async () => {
  accountId = await fundedAccount(db(), 1_000_000n);
});

const insert = (...purchases: Omit<Parameters<typeof insertSold>[1][number], 'accountId'>[]) =>
  insertSold(
    db(),
    purchases.map((each) => ({ accountId, ...each })),
  );
const report = (...days: string[]) => readServiceReport(days, (day) => readServiceDay(db(), day));
const freezeAll = async () => {
  const frozen: string[] = [];
  for (let day = await freezeServiceDay(db()); day !== null; day = await freezeServiceDay(db())) frozen.push(day);
  return frozen;
};

/** As an operator does it, at `at`: the triggers forbid other times. `said`: what the provider said against it. */
const reverse = (requestRef: string, at: Date, said: object | null = null) =>
  db().$transaction([
    db().$executeRaw`SET LOCAL session_replication_role = replica`,
    db().$executeRaw`
      INSERT INTO purchase_history (purchase_id, from_status, to_status, cause, at)
      SELECT id, 'initiated', 'success', 'made', final_at FROM purchase WHERE request_ref = ${requestRef}
       UNION ALL
      SELECT id, 'success', 'refunded', 'made', ${at}::timestamptz FROM purchase WHERE request_ref = ${requestRef}`,
    db().$executeRaw`
      UPDATE purchase SET status = 'refunded', cause_code = 'operator', final_at = ${at},
             contradicted_by = ${said === null ? null : JSON.stringify(said)}::jsonb WHERE request_ref = ${requestRef}`,
  ]);

describe('a regulator is told another number of failures', () => {
  test('each failure counts under the code that its client sees', async () => {
    const all = causeCodes.flatMap((cause) => (['failed', 'refunded'] as const).map((status) => ({ status, cause })));
    const ended = [...all, { status: 'failed', cause: null } as const, { status: 'refunded', cause: null } as const];
    await insert(...ended.map((each) => ({ ...AIRTIME, ...each, at: on(DAY) })));
    const failures: Record<string, number> = {};
    for (const { status, cause } of ended) {
      const code = failureCodeOf(status, cause);
      failures[code] = (failures[code] ?? 0) + 1;
    }
    const { rows } = await report(DAY);
    expect(rows).toMatchObject([{ accepted: ended.length, sold: 0, failed: ended.length, failures, reversed: 0 }]);
  });

  test('by product and service, of one day in Lagos, without test accounts; each purchase counts once', async () => {
    const { start, end } = boundsOfDay(DAY);
    await insert(
      { at: start },
      { at: new Date(end.getTime() - 1), service: 'mtn-sme-data', status: 'failed', cause: 'provider_rejected' },
      { at: on(DAY), product: 'ELECTRICITY', service: 'eko-electric', code: 'prepaid', status: 'pending' },
      { ...AIRTIME, at: on(DAY), reference: 'reversed' },
      { at: on(DAY), provider: 'simulator' },
      { at: new Date(start.getTime() - 1) },
      { at: end },
    );
    await reverse('reversed', on(DAY, 2 * HOUR));
    const { days, rows, total } = await report(DAY);
    expect(days).toEqual([{ day: DAY, finalAt: null }]);
    expect(rows).toMatchObject([
      { product: 'AIRTIME', service: 'glo', accepted: 1, sold: 0, failed: 0, reversed: 1, open: 0 },
      { product: 'DATA', service: 'mtn', accepted: 2, sold: 1, failed: 1, reversed: 0, open: 0 },
      { product: 'ELECTRICITY', service: 'eko-electric', accepted: 1, sold: 0, failed: 0, reversed: 0, open: 1 },
    ]);
    expect(total).toMatchObject({ accepted: 4, sold: 1, failed: 1, reversed: 1, open: 1 });
    const [cells] = rows.map((row) => serviceColumns(DAY, { days }).map(([title, cell]) => [title, cell(row)]));
    expect(Object.fromEntries(cells ?? [])).toMatchObject({
      period: DAY,
      is_final: 'false',
      service: 'glo',
      failed: '0',
    });
  });

  test('a month is the sum of its days, and its percentiles are those of all purchases', async () => {
    const [first, second] = [daysAgo(5), daysAgo(4)];
    const failed = (at: Date, tookMs: number) => ({ ...AIRTIME, at, tookMs, status: 'failed', cause: null }) as const;
    await insert(...Array.from({ length: 30 }, () => failed(on(first), SECOND)));
    await insert(...Array.from({ length: 10 }, () => failed(on(second), 40 * SECOND)));
    const times = async (...days: string[]) => (await report(...days)).rows[0]?.refund;
    const near = (seconds: number) => expect.closeTo(seconds, seconds > 10 ? -1 : 0);
    expect(await times(first)).toEqual({ p50: near(1), p95: near(1), max: 1, over30: 0 });
    expect(await times(second)).toEqual({ p50: near(40), p95: near(40), max: 40, over30: 10 });
    expect(await times(first, second)).toEqual({ p50: near(1), p95: near(40), max: 40, over30: 10 });
    expect((await report(first, second)).total).toMatchObject({ accepted: 40, failed: 40 });
    expect(begunDays('2026-02', new Date('2027-01-01'))).toHaveLength(28);
    expect(begunDays('2026-02', new Date('2026-02-02T23:30:00Z'))).toEqual(['2026-02-01', '2026-02-02', '2026-02-03']);
  });
});

describe('a refund seems quicker than it was', () => {
  test('a failure that is recorded with its refund is known for no time, and was bought long before', async () => {
    await insert({ at: on(DAY), status: 'failed', cause: 'provider_never_had_it', tookMs: 90 * SECOND });
    expect((await report(DAY)).rows).toMatchObject([
      { refund: { max: 90, over30: 1 }, known: { p50: 0, p95: 0, max: 0, over30: 0 } },
    ]);
  });

  test('a success is known to have failed since the provider first said so', async () => {
    await insert({ at: on(DAY), reference: 'back', tookMs: SECOND });
    const since = on(DAY, 2 * HOUR);
    await reverse('back', on(DAY, 4 * HOUR), { goal: 'failed', since, at: on(DAY, 4 * HOUR - SECOND) });
    expect((await report(DAY)).rows).toMatchObject([
      { reversed: 1, refund: { max: 3 * 3_600, over30: 1 }, known: { max: 2 * 3_600, over30: 1 } },
    ]);
  });

  test('a provider that says so again does not make the failure younger', async () => {
    const { sent, settle, row } = purchasesIn(db);
    const id = await sent(accountId, 'AIRTIME');
    await settle({ id, target_status: 'success', basis: 'answer' });
    const contradict = async () => {
      await settle({ id, target_status: 'failed', basis: 'requery', cause: 'provider_reversed_040' });
      return (await row(id)).contradictedBy as { at: string; since: string };
    };
    const [first, second] = [await contradict(), await contradict()];
    const said = JSON.stringify({ goal: 'failed', cause: 'x' });
    await db().$executeRaw`SELECT note_contradiction(${id}::uuid, 'success', ${said}::jsonb)`;
    const { at, since } = (await row(id)).contradictedBy as { at: string; since: string };
    expect([Date.parse(second.since), Date.parse(since)]).toEqual(Array(2).fill(Date.parse(first.since)));
    expect(Date.parse(second.at)).toBeGreaterThan(Date.parse(first.at));
    expect(Date.parse(at)).toBeGreaterThan(Date.parse(second.at));
  });

  test.each([
    ['requested', 3_600],
    ['declined', 0],
  ])('an operator who asked for an approval knew of the failure (%s)', async (state, known) => {
    await insert({ at: on(DAY), reference: 'asked', tookMs: SECOND });
    const at = on(DAY, 4 * HOUR);
    await reverse('asked', at);
    const { id } = await db().purchase.findFirstOrThrow({ where: { requestRef: 'asked' } });
    const decided = state === 'declined' && { decidedBy: newId(), decidedAt: at };
    const asked = { kind: 'refund', payload: { purchase_id: id }, note: 'x', requestedBy: newId(), state, ...decided };
    await db().$transaction([
      db().$executeRaw`SET LOCAL session_replication_role = replica`,
      db().approval.create({ data: { ...asked, requestedAt: new Date(at.getTime() - HOUR) } }),
    ]);
    expect((await report(DAY)).rows).toMatchObject([{ known: { max: known } }]);
  });
});

describe('nobody sees what stayed open for a day', () => {
  test('open ones and those that have ended since, by reason, without numbers of customers', async () => {
    const answer = 'status pending';
    await insert(
      { ...AIRTIME, at: on(DAY), status: 'pending', answer },
      { ...AIRTIME, at: on(DAY), tookMs: 25 * HOUR, answer },
      { ...AIRTIME, at: on(DAY), status: 'failed', tookMs: 25 * HOUR, answer: 'no order of 0803-000 0001, HTTP 404' },
      { ...AIRTIME, at: on(DAY), tookMs: 23 * HOUR, answer },
      { ...AIRTIME, at: on(DAY), reference: 'reversed', answer },
      { ...AIRTIME, at: on(TODAY, 0), status: 'pending', answer },
    );
    await reverse('reversed', on(DAY, 48 * HOUR));
    const { rows } = await report(DAY);
    expect(rows).toMatchObject([{ open: 1, openLong: 3, sold: 2, failed: 1, reversed: 1 }]);
    expect(rows[0]?.reasons).toEqual([
      { reason: 'status pending', purchases: 2 },
      { reason: 'no order of …, HTTP 404', purchases: 1 },
    ]);
    expect((await report(TODAY)).rows).toMatchObject([{ open: 1, openLong: 0, reasons: [] }]);
  });
});

describe('a report that was handed in changes', () => {
  test('a day is final when none of its purchases is open, and after seven days in any case', async () => {
    const old = daysAgo(9);
    await insert({ at: on(DAY), reference: 'open', status: 'pending' }, { at: on(old), status: 'pending' });
    await insert({ at: on(DAY), provider: 'simulator', status: 'pending' });
    const frozen = await freezeAll();
    expect(frozen).toContain(old);
    expect(frozen).not.toContain(DAY);
    expect(frozen).not.toContain(TODAY);
    expect(frozen.length).toBeGreaterThanOrEqual(29);
    expect(await report(old)).toMatchObject({ days: [{ finalAt: expect.any(Date) }], total: { accepted: 1, open: 1 } });
    await db().$executeRaw`ALTER TABLE purchase DISABLE TRIGGER USER`;
    await db().$executeRaw`
      UPDATE purchase SET status = 'success', final_at = now(), needs_review = false WHERE request_ref = 'open'`;
    expect(await freezeAll()).toEqual([DAY]);
    expect(await report(DAY)).toMatchObject({ total: { accepted: 1, sold: 1, openLong: 1 } });
  });

  test('what is reversed later counts beside the figures, which stay', async () => {
    await insert({ at: on(DAY), reference: 'late' }, { at: on(DAY) });
    await freezeAll();
    const before = await report(DAY);
    expect(before.total).toMatchObject({ accepted: 2, sold: 2, reversed: 0, reversedSince: 0 });
    await reverse('late', new Date());
    const after = await report(DAY);
    expect(after).toEqual({
      days: before.days,
      rows: [{ ...before.rows[0], reversedSince: 1 }],
      total: { ...before.total, reversedSince: 1 },
    });
  });

  test.each(['UPDATE service_day SET day = day - 100', 'DELETE FROM service_day', 'TRUNCATE service_day'])(
    'nobody can do this: %s',
    async (statement) => {
      expect(await freezeServiceDay(db())).not.toBeNull();
      await expect(db().$executeRawUnsafe(statement)).rejects.toThrow('TP002');
    },
  );
});
