import { changes, type Event, type Move, type TimelineLabels } from './timeline.presenter';

/** The texts that a client reads: without the provider's codes and the operators' notes. */
export const clientLabels: TimelineLabels = {
  accepted: 'Accepted, and paid from the wallet.',
  sent: () => 'Sent to the provider.',
  allSends: false,
  moved: (move) => {
    if (!changes(move)) return [];
    if (move.toStatus === 'pending')
      return [{ kind: 'pending', text: 'The outcome is open: you were told that it is pending.' }];
    const answer = answerOf(move.causeCode);
    return [
      ...(answer === null ? [] : [{ kind: 'answered' as const, text: answer }]),
      { kind: 'settled', text: settledText(move) },
    ];
  },
  refunded: 'Paid back into the wallet.',
  contradicted: () => 'The provider has said otherwise since: our staff look into it.',
  reviewed: () => 'Our staff looked into it: it stands.',
  event: eventText,
  url: (url) => url,
};

/** The kind of the provider's answer, without its code. Null for a cause that is not an answer of the provider. */
const ANSWERS: Partial<Record<Move['causeCode'], string>> = {
  provider_delivered: 'The provider has delivered it.',
  provider_reversed: 'The provider has taken it back.',
  provider_rejected: 'The provider has refused it.',
  provider_refused: 'The provider has refused it.',
  provider_never_had_it: 'The provider does not have it.',
};
const answerOf = (code: Move['causeCode']): string | null => ANSWERS[code] ?? null;

function settledText({ toStatus, causeCode }: Move): string {
  const byUs = causeCode === 'operator' ? ' Our staff looked into it.' : '';
  if (toStatus === 'success') return `Successful.${byUs}`;
  if (causeCode === 'provider_unavailable') return 'Could not be sent: the provider was not available for it.';
  if (toStatus === 'failed') return `Failed.${byUs}`;
  return `${causeCode === 'start_deadline' ? 'Could not be sent in time, and was given up.' : 'Taken back.'}${byUs}`;
}

/** The receiver's answer is shown with the delivery. */
function eventText({ event, state }: Event): string {
  if (state === 'delivered') return `Webhook ${event} delivered.`;
  if (state === 'undelivered') return `Webhook ${event} not delivered.`;
  return `Webhook ${event} ${state === 'sending' ? 'is being sent' : 'waits to be sent'}.`;
}
