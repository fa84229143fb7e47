import { formatNaira, type PurchaseRecord } from '@topup/core';
import type { DeliveryRow, DeliveryState, TimelineEntry } from '../../contract';

/** What happened to a purchase, in order, in an operator's words: with the provider's name and the causes as they are kept. */
export function timelineOf(record: PurchaseRecord): TimelineEntry[] {
  const entries = [...accepted(record), ...sent(record), ...moves(record), ...refunds(record), ...reviews(record), ...deliveries(record)];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)); // stable: what has one moment stays in the order above
}

function accepted({ purchase }: PurchaseRecord): TimelineEntry[] {
  const amount = formatNaira(purchase.amountKobo);
  return [{ at: purchase.createdAt.toISOString(), kind: 'accepted', text: 'Accepted, and taken from the wallet.', amount }];
}

function sent({ purchase: { sentAt, provider, providerRef } }: PurchaseRecord): TimelineEntry[] {
  if (sentAt === null) return [];
  return [{ at: sentAt.toISOString(), kind: 'sent', text: `Sent to ${provider} under ${providerRef}.` }];
}

function moves({ history }: PurchaseRecord): TimelineEntry[] {
  return history
    .filter(({ fromStatus }) => fromStatus !== null)
    .map(({ toStatus, cause, at }) => {
      const kind = toStatus === 'pending' || toStatus === 'initiated' ? 'pending' : 'settled';
      return { at: at.toISOString(), kind, text: `${toStatus}: ${cause}` };
    });
}

function refunds({ entries }: PurchaseRecord): TimelineEntry[] {
  return entries
    .filter(({ kind }) => kind === 'refund')
    .map(({ createdAt, amountKobo }) => {
      return { at: createdAt.toISOString(), kind: 'refunded', text: 'Given back to the wallet.', amount: formatNaira(amountKobo) };
    });
}

/** What is kept with a purchase of contradictions and of reviews that were closed. */
function reviews({ purchase: { result } }: PurchaseRecord): TimelineEntry[] {
  const noted = (name: string, text: (fact: Record<string, unknown>) => string): TimelineEntry[] => {
    const fact = result[name];
    if (typeof fact !== 'object' || fact === null || !('at' in fact) || typeof fact.at !== 'string') return [];
    return [{ at: new Date(fact.at).toISOString(), kind: 'review', text: text({ ...fact }) }];
  };
  return [
    ...noted('contradicted_by', ({ goal, cause }) => `Put before a person, because something says ${goal}: ${cause}`),
    ...noted('reviewed', ({ note }) => `The review was closed: ${note}`),
  ];
}

function deliveries({ purchase, events }: PurchaseRecord): TimelineEntry[] {
  return events.map((event) => {
    const delivery: DeliveryRow = {
      id: event.id,
      event: event.event,
      status: event.status,
      state: event.state as DeliveryState,
      reference: purchase.requestRef,
      url: toldUrl(event.url),
      httpStatus: event.httpStatus,
      durationMs: event.durationMs,
      error: event.error,
      createdAt: event.createdAt.toISOString(),
      sentAt: event.claimedAt?.toISOString() ?? null,
      resentFrom: null,
    };
    return { at: delivery.createdAt, kind: 'event', text: event.details, delivery };
  });
}

/** All of a client's URL that is shown to others: its path may hold secrets. */
export function toldUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
