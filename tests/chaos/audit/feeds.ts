import { type Evidence, type FeedFact, type FeedRow, isOpen, type PurchaseFact } from './evidence';

/**
 * Where a reader of changes saw something else than each end of its account's purchases once, or in another order than
 * one reading after the run.
 */
export function untrueFeeds({ feeds, purchases }: Pick<Evidence, 'feeds' | 'purchases'>): string[] {
  return feeds.flatMap((feed) => [
    ...feed.troubles.map((trouble) => `${feed.account}: ${trouble}`),
    ...untrueRows(feed, purchases),
    ...firstDifference(feed),
  ]);
}

function untrueRows({ account, seen }: FeedFact, purchases: readonly PurchaseFact[]): string[] {
  const due = new Map(
    purchases.filter(({ account_id }) => account_id === account).map((row) => [row.request_ref, endsOf(row)]),
  );
  const told = new Map<string, string[]>();
  for (const { reference, status } of seen) told.set(reference, [...(told.get(reference) ?? []), status]);
  return [...new Set([...due.keys(), ...told.keys()])].flatMap((reference) => {
    const [is, was] = [due.get(reference) ?? [], told.get(reference) ?? []].map((ends) => ends.join(', ') || 'nothing');
    return is === was ? [] : [`${reference}: a reader saw ${was} instead of ${is}`];
  });
}

/** The public statuses with which it became final. */
function endsOf(row: PurchaseFact): string[] {
  if (isOpen(row)) return [];
  const now = row.status === 'success' ? 'successful' : 'failed';
  return row.reversed ? ['successful', now] : [now];
}

function firstDifference({ account, seen, whole }: FeedFact): string[] {
  const [read, again] = [seen.map(textOf), whole.map(textOf)];
  const n = Array.from({ length: Math.max(read.length, again.length) }).findIndex((_, i) => read[i] !== again[i]);
  return n === -1
    ? []
    : [`${account}: row ${n + 1} was ${read[n] ?? 'not there'}, and one reading has ${again[n] ?? 'none'} there`];
}

const textOf = ({ reference, status, changed_at }: FeedRow): string => `${reference} ${status} ${changed_at}`;
