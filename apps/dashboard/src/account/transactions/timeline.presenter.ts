import type { Purchase } from '@topup/core/purchase';
import type { PurchaseRecord } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import type { DeliveryRow, TimelineEntry } from '@topup/dashboard-contract';
import { deliveryRow } from '../developers/deliveries.presenter';

export type Event = PurchaseRecord['events'][number];
export type Move = PurchaseRecord['history'][number];
type Entry = PurchaseRecord['entries'][number];

/** What is kept with a purchase of something that contradicts its state, or of a review that was closed. */
export type Note = Record<string, unknown>;
type Told = { kind: Exclude<TimelineEntry['kind'], 'event'>; text: string };

/** What is told of each thing that happened: clients read other words than operators. */
export type TimelineWords = {
  accepted: string;
  sent(purchase: Purchase): string;
  /** Nothing, where it is not for these readers. */
  moved(move: Move): Told[];
  refunded: string;
  contradicted(note: Note): string;
  reviewed(note: Note): string;
  event(event: Event): string;
  /** As much of a receiver's URL as these readers may see. */
  url(url: string | null): string | null;
};

/** What happened to a purchase, in the order in which it happened. */
export function timelineOf(
  { purchase, history, entries, events }: PurchaseRecord,
  words: TimelineWords,
): TimelineEntry[] {
  const moves = history.filter(({ fromStatus }) => fromStatus !== null);
  const { sentAt } = purchase;
  const told: TimelineEntry[] = [
    accepted(purchase, entries, words),
    ...(sentAt === null ? [] : [{ at: sentAt.toISOString(), kind: 'sent' as const, text: words.sent(purchase) }]),
    ...moves.flatMap((move) => moved(move, entries, words)),
    ...reviews(purchase, words),
    ...events.map((event) => heard(event, moves, purchase.requestRef, words)),
  ];
  // sort keeps what has the same time in the order given above, which is that of cause and effect
  return told.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function accepted({ createdAt }: Purchase, entries: Entry[], words: TimelineWords): TimelineEntry {
  const debit = entries.find(({ kind }) => kind === 'debit');
  const amount = debit && { amount: formatNaira(debit.amountKobo) };
  return { at: createdAt.toISOString(), kind: 'accepted', text: words.accepted, ...amount };
}

/** A refund is one with the move that causes it. The time of its entry is when that transaction began, which would put it before. */
function moved(move: Move, entries: Entry[], words: TimelineWords): TimelineEntry[] {
  const at = move.at.toISOString();
  const gaveBack = changes(move) && (move.toStatus === 'failed' || move.toStatus === 'refunded');
  const refunds = gaveBack ? entries.filter(({ kind }) => kind === 'refund') : [];
  return [
    ...words.moved(move).map((told) => ({ at, ...told })),
    ...refunds.map(({ amountKobo }) => ({
      at,
      kind: 'refunded' as const,
      text: words.refunded,
      amount: formatNaira(amountKobo),
    })),
  ];
}

export const changes = ({ fromStatus, toStatus }: Move): boolean => fromStatus !== toStatus;

/** Of reviews only those have a time that were begun by contrary news, or ended. */
const reviews = ({ result }: Purchase, words: TimelineWords): TimelineEntry[] => [
  ...noted(result.contradicted_by, words.contradicted),
  ...noted(result.reviewed, words.reviewed),
];

function noted(note: unknown, text: (note: Note) => string): TimelineEntry[] {
  if (typeof note !== 'object' || note === null || !('at' in note) || typeof note.at !== 'string') return [];
  return [{ at: new Date(note.at).toISOString(), kind: 'review', text: text({ ...note }) }];
}

/** Which moves an event tells of. `refunded` is failed to a client. */
const EVENT_MOVES: Record<string, readonly string[]> = {
  pending: ['pending'],
  success: ['success'],
  failed: ['failed', 'refunded'],
};

/** An event is written with the move that it tells of, and has the time at which that transaction began. */
function heard(event: Event, moves: Move[], requestRef: string, words: TimelineWords): TimelineEntry {
  const toldOf = event.event === 'transaction.requery' ? [] : (EVENT_MOVES[event.status] ?? []);
  const cause = moves.filter(changes).find(({ toStatus }) => toldOf.includes(toStatus));
  const at = cause !== undefined && cause.at > event.createdAt ? cause.at : event.createdAt;
  const delivery = deliveryRow({
    ...event,
    requestRef,
    url: words.url(event.url),
    state: event.state as DeliveryRow['state'],
  });
  return { at: at.toISOString(), kind: 'event', text: words.event(event), delivery };
}
