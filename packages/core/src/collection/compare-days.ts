import type { Collector, ListedTransfer } from '../provider/collector.port';
import { dayWithin, type WrittenFindings, writeFindings } from '../reconciliation/decide/finding.store';
import type { Difference, FindingKind } from '../reconciliation/records';
import { lockProvider } from '../reconciliation/sources/statement.store';
import { type Db, type DbOrTransaction, jsonRows, onlyRow, sql } from '../shared/db';
import { addDays, boundsOfDay, dayInLagos } from '../time/lagos-time';
import { listFundingAccounts } from './funding-account.store';
import { noteTransfers } from './notice.store';
import type { ComparedDay } from './records';

/** Findings about transfers have this in place of a provider. */
export const COLLECTIONS = 'collections';

/** Days that are compared again, so that what came late is found, and what was mended is cleared. */
const DAYS = 3;
const KINDS: readonly FindingKind[] = ['missing_here', 'missing_there', 'amount_differs'];
const MOST_PAGES = 10_000;
/** A collector that is away would cost a time-out for each account. */
const MOST_UNREAD = 10;

/**
 * Compares the last finished days in Lagos with the collector's own lists: each transfer that it lists is recorded,
 * with its amount, and each that we have recorded is listed, or told when asked. What differs is a finding; what is
 * missing here, or was taken back here, is asked about. A row without a readable time or amount counts as listed.
 * @returns why the lists could not be read whole, or that it stopped; then nothing is judged and no day is compared
 */
export async function compareDays(
  { db, collector }: { db: Db; collector: Collector },
  now: Date,
  stopped: () => boolean = () => false,
): Promise<{ fault: string } | (WrittenFindings & { fault: null })> {
  const days = Array.from({ length: DAYS }, (_, n) => addDays(dayInLagos(now), n - DAYS));
  // a transfer is found here after its own time there, so a day more is listed
  const { start } = boundsOfDay(addDays(dayInLagos(now), -DAYS - 1));
  const listed: ListedTransfer[] = [];
  let [asked, unread] = [0, 0];
  for (const { accountId } of await listFundingAccounts(db)) {
    if (stopped() || unread === MOST_UNREAD) break;
    const transfers = await listSince(collector, accountId, start);
    asked += 1;
    if (transfers === null) unread += 1;
    else listed.push(...transfers);
  }
  if (unread > 0) return { fault: `the transfers of ${unread} accounts, of ${asked} asked for, could not be listed` };
  listed.push(...(await askUnlisted({ db, collector }, { days, listed, stopped })));
  if (stopped()) return { fault: 'the worker stops' };
  const sums: WrittenFindings = { opened: 0, cleared: 0, open: 0 };
  for (const day of days) {
    const written = await db.$transaction((tx) => compareDay(tx, collector.name, { day, listed }));
    for (const name of ['opened', 'cleared', 'open'] as const) sums[name] += written[name];
  }
  return { ...sums, fault: null };
}

/** The paid transfers of an account since `from`; null when a page could not be read. */
async function listSince(collector: Collector, accountId: string, from: Date): Promise<ListedTransfer[] | null> {
  const found: ListedTransfer[] = [];
  for (let page: number | null = 0, read = 0; page !== null && read < MOST_PAGES; read += 1) {
    const answer: Awaited<ReturnType<Collector['transfers']>> = await collector.transfers(accountId, page);
    if (answer.kind === 'not_recognised') return found;
    if (answer.kind === 'unavailable') return null;
    const { transfers, next } = answer.value;
    found.push(...transfers.filter(({ at, isPaid }) => isPaid && (at === null || at >= from)));
    if (transfers.length > 0 && transfers.every(({ at }) => at !== null && at < from)) break;
    page = next;
  }
  return found;
}

/**
 * The transfers of these days that no list has, and that the collector tells as paid: of a reserved account of nobody,
 * or found here long after they were paid.
 */
async function askUnlisted(
  { db, collector }: { db: Db; collector: Collector },
  { days, listed, stopped }: { days: readonly string[]; listed: readonly ListedTransfer[]; stopped: () => boolean },
): Promise<ListedTransfer[]> {
  const bounds = days.map(boundsOfDay);
  const unlisted = await db.$queryRaw<{ reference: string }[]>(sql`
    SELECT c.reference FROM collection c
     WHERE c.collector = ${collector.name} AND c.found_at >= ${bounds[0]?.start} AND c.found_at < ${bounds.at(-1)?.end}
       AND c.reversed_at IS NULL
       AND c.key NOT IN (
             SELECT funding_key(told) FROM unnest(${listed.map(({ reference }) => reference)}::text[]) AS told)`);
  const told: ListedTransfer[] = [];
  for (const { reference } of unlisted) {
    if (stopped()) break;
    const answer = await collector.transfer(reference);
    const isPaid = answer.kind === 'found' && ['paid', 'partly_paid'].includes(answer.value.status);
    if (isPaid) told.push({ reference, amountKobo: null, at: null, isPaid });
  }
  return told;
}

type Compared = { reference: string; listedKobo: bigint | null; bookedKobo: bigint | null; isReversed: boolean };

async function compareDay(
  tx: DbOrTransaction,
  collector: string,
  { day, listed }: { day: string; listed: readonly ListedTransfer[] },
): Promise<WrittenFindings> {
  await lockProvider(tx, COLLECTIONS, 'alone');
  const { start, end } = boundsOfDay(day);
  const rows = listed.map(({ reference, amountKobo, at }) => ({
    reference,
    kobo: amountKobo,
    of_day: amountKobo !== null && at !== null && at >= start && at < end,
  }));
  // a transfer of the day is known by its own time there, and by the time at which it was found here
  const compared = await tx.$queryRaw<Compared[]>(sql`
    WITH listed AS MATERIALIZED (
      SELECT DISTINCT ON (funding_key(reference)) funding_key(reference) AS key, reference, kobo, of_day
        FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS t (reference text, kobo bigint, of_day boolean))
    SELECT listed.reference, listed.kobo AS "listedKobo", c.amount_kobo AS "bookedKobo",
           c.reversed_at IS NOT NULL AS "isReversed"
      FROM listed LEFT JOIN collection c USING (key) WHERE listed.of_day
     UNION ALL
    SELECT c.reference, NULL, c.amount_kobo, false FROM collection c
     WHERE c.collector = ${collector} AND c.found_at >= ${start} AND c.found_at < ${end} AND c.reversed_at IS NULL
       AND NOT EXISTS (SELECT FROM listed WHERE listed.key = c.key)`);
  // a list has what was taken back too, so only its answer tells whether it is paid after all
  const unsure = compared.filter(({ bookedKobo, isReversed }) => bookedKobo === null || isReversed);
  const references = unsure.map(({ reference }) => reference);
  if (references.length > 0) await noteTransfers(tx, collector, references);
  const written = await writeFindings(tx, { provider: COLLECTIONS, day, kinds: KINDS }, differencesOf(day, compared));
  await noteDay(tx, collector, day, compared);
  return written;
}

function differencesOf(day: string, compared: readonly Compared[]): Difference[] {
  return compared.flatMap(({ reference, listedKobo, bookedKobo }) => {
    const differenceKobo = (bookedKobo ?? 0n) - (listedKobo ?? 0n);
    if (differenceKobo === 0n) return [];
    const kind = bookedKobo === null ? 'missing_here' : listedKobo === null ? 'missing_there' : 'amount_differs';
    const nothing = { purchaseId: null, number: null, rowId: null, suggestedRowId: null, facts: {} };
    return { kind, subject: `transfer:${reference}`, day, differenceKobo, ...nothing };
  });
}

async function noteDay(tx: DbOrTransaction, collector: string, day: string, compared: readonly Compared[]) {
  const sum = (of: (bigint | null)[]) => of.reduce<bigint>((total, kobo) => total + (kobo ?? 0n), 0n);
  const listed = compared.map(({ listedKobo }) => listedKobo);
  const booked = compared.map(({ bookedKobo }) => bookedKobo);
  const count = (of: (bigint | null)[]) => of.filter((kobo) => kobo !== null).length;
  await tx.$executeRaw(sql`
    INSERT INTO collection_day AS d (collector, day, listed, listed_kobo, booked, booked_kobo)
    VALUES (${collector}, ${day}::date, ${count(listed)}, ${sum(listed)}, ${count(booked)}, ${sum(booked)})
    ON CONFLICT (collector, day) DO UPDATE
       SET listed = excluded.listed, listed_kobo = excluded.listed_kobo, booked = excluded.booked,
           booked_kobo = excluded.booked_kobo, compared_at = clock_timestamp()`);
}

/** Days that begin at `from` or later, before `to`, and before the day `before`. Undefined means no filter. */
type DayFilter = {
  from?: Date | undefined;
  to?: Date | undefined;
  before?: string | undefined;
  limit: number;
};

/** The latest first. */
export function listComparedDays(db: Db, { before, limit, ...span }: DayFilter): Promise<ComparedDay[]> {
  return db.$queryRaw<ComparedDay[]>(sql`
    SELECT day::text AS day, listed, listed_kobo AS "listedAmountKobo", booked, booked_kobo AS "bookedAmountKobo",
           compared_at AS "comparedAt"
      FROM collection_day
     WHERE ${dayWithin(sql`day`, span)} AND (${before ?? null}::date IS NULL OR day < ${before ?? null}::date)
     ORDER BY day DESC LIMIT ${limit}`);
}

/** The time of the database. */
export async function databaseTime(db: Db): Promise<Date> {
  return onlyRow(await db.$queryRaw<{ now: Date }[]>(sql`SELECT clock_timestamp() AS now`)).now;
}
