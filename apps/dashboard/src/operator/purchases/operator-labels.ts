import { causeText } from '@topup/core/purchase';
import { maskUrl } from '@topup/core/webhook';
import type { TimelineLabels } from '../../account/transactions/timeline.presenter';

/** The texts that operators read: with the provider's name, and the cause of every move. */
export const operatorLabels: TimelineLabels = {
  accepted: 'Accepted, and taken from the wallet.',
  sent: ({ provider, providerRef }) => `Sent to ${provider} under ${providerRef}.`,
  allSends: true,
  moved: (move) => {
    const { toStatus, cause, causeCode } = move;
    if (causeCode === 'next_attempt') return [{ kind: 'answered', text: causeText(move) }];
    const kind = toStatus === 'pending' || toStatus === 'initiated' ? 'pending' : 'settled';
    return [{ kind, text: `${toStatus}: ${cause}` }];
  },
  refunded: 'Given back to the wallet.',
  contradicted: ({ goal, cause }) =>
    goal === 'open'
      ? `Put before a person, because a closed attempt may still deliver: ${cause}`
      : `Put before a person, because something says ${goal}: ${cause}`,
  reviewed: (note) => `The review was closed: ${note}`,
  event: ({ details }) => details,
  url: maskUrl,
};
