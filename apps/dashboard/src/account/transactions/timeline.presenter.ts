import { type Attempt, type Purchase, whenSent } from '@topup/core/purchase';
import type { PurchaseRecord } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { TimelineEntry } from '@topup/dashboard-contract';
import { toDeliveryRow } from '../developers/deliveries.routes';

export type Event = PurchaseRecord['events'][number];
export type Move = PurchaseRecord['history'][number];
type Entry = PurchaseRecord['entries'][number];

export type Step = { kind: Exclude<TimelineEntry['kind'], 'event'>; text: string; code?: string };

/** The texts of a timeline. Clients read other texts than operators. */
export type TimelineLabels = {
  /** The first step; `code` for operators. */
  accepted: Omit<Step, 'kind'>;
  sent(attempt: Attempt): string;
  /** Whether each attempt's send is shown. Clients see one purchase, and so the last send alone. */
  allSends: boolean;
  /** Empty when these readers must not see the move. */
  moved(move: Move): Step[];
  refunded: string;
  contradicted(by: NonNullable<Purchase['contradictedBy']>): string;
  reviewed(note: string): string;
  event(event: Event): string;
  /** The part of a receiver's URL that these readers may see. */
  url(url: string | null): string | null;
};

/** Lists what happened to a purchase, in order. */
export function toTimeline(
  { purchase, attempts, history, entries, events }: PurchaseRecord,
  labels: TimelineLabels,
): TimelineEntry[] {
  const moves = history.filter(({ fromStatus }) => fromStatus !== null);
  const timeline: TimelineEntry[] = [
    accepted(purchase, entries, labels),
    ...sent(attempts, labels),
    ...moves.flatMap((move) => moved(move, entries, labels)),
    ...reviews(purchase, labels),
    ...events.map((event) => toEventEntry(event, moves, purchase.requestRef, labels)),
  ];
  // the sort is stable: entries of the same time stay in the order above, cause before effect
  return timeline.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function accepted({ createdAt }: Purchase, entries: Entry[], labels: TimelineLabels): TimelineEntry {
  const debit = entries.find(({ kind }) => kind === 'debit');
  const amount = debit && { amount: formatNaira(debit.amountKobo) };
  return { at: createdAt.toISOString(), kind: 'accepted', ...labels.accepted, ...amount };
}

function sent(attempts: Attempt[], labels: TimelineLabels): TimelineEntry[] {
  const sends = attempts.flatMap((attempt) => {
    const at = whenSent(attempt);
    return at === null ? [] : [{ at: at.toISOString(), kind: 'sent' as const, text: labels.sent(attempt) }];
  });
  return labels.allSends ? sends : sends.slice(-1);
}

/**
 * A refund gets the time of the move that causes it. Its entry has the time at which the transaction began, just
 * before.
 */
function moved(move: Move, entries: Entry[], labels: TimelineLabels): TimelineEntry[] {
  const at = move.at.toISOString();
  const gaveBack = changes(move) && (move.toStatus === 'failed' || move.toStatus === 'refunded');
  const refunds = gaveBack ? entries.filter(({ kind }) => kind === 'refund') : [];
  return [
    ...labels.moved(move).map((step) => ({ at, ...step })),
    ...refunds.map(({ amountKobo }) => ({
      at,
      kind: 'refunded' as const,
      text: labels.refunded,
      amount: formatNaira(amountKobo),
    })),
  ];
}

export const changes = ({ fromStatus, toStatus }: Move): boolean => fromStatus !== toStatus;

/** Only two steps of a review have a time: a contradiction that started it, and its end. */
const reviews = ({ contradictedBy, reviewedAt, reviewNote }: Purchase, labels: TimelineLabels): TimelineEntry[] => [
  ...(contradictedBy === null ? [] : [toReviewEntry(new Date(contradictedBy.at), labels.contradicted(contradictedBy))]),
  ...(reviewedAt === null ? [] : [toReviewEntry(reviewedAt, labels.reviewed(reviewNote ?? ''))]),
];

const toReviewEntry = (at: Date, text: string): TimelineEntry => ({ at: at.toISOString(), kind: 'review', text });

/** The moves that an event of each status reports. A client reads `refunded` as failed. */
const EVENT_MOVES: Record<string, readonly string[]> = {
  pending: ['pending'],
  success: ['success'],
  failed: ['failed', 'refunded'],
};

/** An event is written with the move that it reports, and has the time at which that transaction began. */
function toEventEntry(event: Event, moves: Move[], requestRef: string, labels: TimelineLabels): TimelineEntry {
  const reported = event.event === 'transaction.requery' ? [] : (EVENT_MOVES[event.status] ?? []);
  const cause = moves.filter(changes).find(({ toStatus }) => reported.includes(toStatus));
  const at = cause !== undefined && cause.at > event.createdAt ? cause.at : event.createdAt;
  const delivery = toDeliveryRow({ ...event, requestRef, url: labels.url(event.url) });
  return { at: at.toISOString(), kind: 'event', text: labels.event(event), delivery };
}
