import type { TimelineWords } from '../../account/transactions/timeline.presenter';

/** What operators read of a purchase: with the provider's name, and every move with its cause as it is kept. */
export const operatorWords: TimelineWords = {
  accepted: 'Accepted, and taken from the wallet.',
  sent: ({ provider, providerRef }) => `Sent to ${provider} under ${providerRef}.`,
  moved: ({ toStatus, cause }) => {
    const kind = toStatus === 'pending' || toStatus === 'initiated' ? 'pending' : 'settled';
    return [{ kind, text: `${toStatus}: ${cause}` }];
  },
  refunded: 'Given back to the wallet.',
  contradicted: ({ goal, cause }) => `Put before a person, because something says ${goal}: ${cause}`,
  reviewed: ({ note }) => `The review was closed: ${note}`,
  event: ({ details }) => details,
  url: toldUrl,
};

/** All of a client's URL that is shown to others: its path may hold secrets. */
export function toldUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}
