import { formatNaira, type PurchaseRecord } from '@topup/core';
import type { DeliveryRow, TimelineEntry } from '../../contract';
import { deliveryRow } from '../developers/delivery-row';

type Event = PurchaseRecord['events'][number];
type Move = PurchaseRecord['history'][number];
type Entry = PurchaseRecord['entries'][number];

/**
 * What happened to a purchase, for the client who made it: in the order in which it happened, in words, and without the provider's codes and our people's
 * notes.
 */
export function timelineOf({ purchase, history, entries, events }: PurchaseRecord): TimelineEntry[] {
  const moves = history.filter(({ fromStatus, toStatus }) => fromStatus !== null && fromStatus !== toStatus);
  const told: TimelineEntry[] = [
    ...accepted(purchase, entries),
    ...(purchase.sentAt === null ? [] : [{ at: purchase.sentAt.toISOString(), kind: 'sent' as const, text: 'Sent to the provider.' }]),
    ...moves.flatMap((move) => moved(move, entries)),
    ...reviews(purchase),
    ...events.map((event) => heard(event, moves, purchase.requestRef)),
  ];
  // sort keeps what has the same time in the order given above, which is that of cause and effect
  return told.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function accepted({ createdAt }: PurchaseRecord['purchase'], entries: Entry[]): TimelineEntry[] {
  const debit = entries.find(({ kind }) => kind === 'debit');
  const amount = debit && { amount: formatNaira(debit.amountKobo) };
  return [{ at: createdAt.toISOString(), kind: 'accepted', text: 'Accepted, and paid from the wallet.', ...amount }];
}

/** A refund is one with the move that causes it. The time of its entry is when that transaction began, which would put it before. */
function moved({ at, toStatus, cause }: Move, entries: Entry[]): TimelineEntry[] {
  const when = at.toISOString();
  if (toStatus === 'pending') return [{ at: when, kind: 'pending', text: 'The outcome is open: you were told that it is pending.' }];
  const answer = answerIn(cause);
  const refund = toStatus === 'success' ? undefined : entries.find(({ kind }) => kind === 'refund');
  return [
    ...(answer === null ? [] : [{ at: when, kind: 'answered' as const, text: answer }]),
    { at: when, kind: 'settled', text: settledText(toStatus, cause) },
    ...(refund === undefined
      ? []
      : [{ at: when, kind: 'refunded' as const, text: 'Paid back into the wallet.', amount: formatNaira(refund.amountKobo) }]),
  ];
}

/** What the provider said, of which only the kind is told. */
function answerIn(cause: string): string | null {
  if (cause === 'provider_delivered') return 'The provider has delivered it.';
  if (cause.startsWith('provider_reversed')) return 'The provider has taken it back.';
  if (cause.startsWith('provider_rejected') || cause.startsWith('provider_refused')) return 'The provider has refused it.';
  if (cause.startsWith('provider_never_had_it')) return 'The provider does not have it.';
  return null;
}

function settledText(status: string, cause: string): string {
  const byUs = cause.startsWith('operator') ? ' Our staff looked into it.' : '';
  if (status === 'success') return `Successful.${byUs}`;
  if (status === 'failed') return `Failed.${byUs}`;
  return `${cause === 'start_deadline' ? 'Could not be sent in time, and was given up.' : 'Taken back.'}${byUs}`;
}

/** Of reviews only those have a time that were begun by contrary news, or ended. */
function reviews({ result }: PurchaseRecord['purchase']): TimelineEntry[] {
  return [
    ...timed(result.contradicted_by).map((at) => ({
      at,
      kind: 'review' as const,
      text: 'The provider has said otherwise since: our staff look into it.',
    })),
    ...timed(result.reviewed).map((at) => ({ at, kind: 'review' as const, text: 'Our staff looked into it: it stands.' })),
  ];
}

function timed(note: unknown): string[] {
  if (typeof note !== 'object' || note === null || !('at' in note) || typeof note.at !== 'string') return [];
  return [new Date(note.at).toISOString()];
}

const EVENT_MOVES: Record<string, readonly string[]> = { pending: ['pending'], success: ['success'], failed: ['failed', 'refunded'] };

/** An event is written with the move that it tells of, and has the time at which that transaction began. */
function heard(event: Event, moves: Move[], reference: string): TimelineEntry {
  const cause =
    event.event === 'transaction.requery' ? undefined : moves.find(({ toStatus }) => EVENT_MOVES[event.status]?.includes(toStatus));
  const at = cause !== undefined && cause.at > event.createdAt ? cause.at : event.createdAt;
  return { at: at.toISOString(), kind: 'event', text: eventText(event), delivery: deliveryRow(asStored(event, reference)) };
}

function eventText({ event, state, httpStatus, error }: Event): string {
  const answer = httpStatus === null ? '' : `, answered with ${httpStatus}`;
  if (state === 'delivered') return `Webhook ${event} delivered${answer}.`;
  if (state === 'undelivered') return `Webhook ${event} not delivered${answer}${error === null ? '' : `: ${error}`}.`;
  return `Webhook ${event} ${state === 'sending' ? 'is being sent' : 'waits to be sent'}.`;
}

const asStored = (event: Event, requestRef: string) => ({ ...event, requestRef, state: event.state as DeliveryRow['state'] });
