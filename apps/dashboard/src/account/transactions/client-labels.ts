import { changes, type Event, type TimelineLabels } from './timeline.presenter';

/** The texts that a client reads: without the provider's codes and the operators' notes. */
export const clientLabels: TimelineLabels = {
  accepted: 'Accepted, and paid from the wallet.',
  sent: () => 'Sent to the provider.',
  moved: (move) => {
    if (!changes(move)) return [];
    if (move.toStatus === 'pending')
      return [{ kind: 'pending', text: 'The outcome is open: you were told that it is pending.' }];
    const answer = answerIn(move.cause);
    return [
      ...(answer === null ? [] : [{ kind: 'answered' as const, text: answer }]),
      { kind: 'settled', text: settledText(move.toStatus, move.cause) },
    ];
  },
  refunded: 'Paid back into the wallet.',
  contradicted: () => 'The provider has said otherwise since: our staff look into it.',
  reviewed: () => 'Our staff looked into it: it stands.',
  event: eventText,
  url: (url) => url,
};

/** The kind of the provider's answer, without its code. */
function answerIn(cause: string): string | null {
  if (cause === 'provider_delivered') return 'The provider has delivered it.';
  if (cause.startsWith('provider_reversed')) return 'The provider has taken it back.';
  if (cause.startsWith('provider_rejected') || cause.startsWith('provider_refused'))
    return 'The provider has refused it.';
  if (cause.startsWith('provider_never_had_it')) return 'The provider does not have it.';
  return null;
}

function settledText(status: string, cause: string): string {
  const byUs = cause.startsWith('operator') ? ' Our staff looked into it.' : '';
  if (status === 'success') return `Successful.${byUs}`;
  if (status === 'failed') return `Failed.${byUs}`;
  return `${cause === 'start_deadline' ? 'Could not be sent in time, and was given up.' : 'Taken back.'}${byUs}`;
}

/** The receiver's answer is shown with the delivery. */
function eventText({ event, state }: Event): string {
  if (state === 'delivered') return `Webhook ${event} delivered.`;
  if (state === 'undelivered') return `Webhook ${event} not delivered.`;
  return `Webhook ${event} ${state === 'sending' ? 'is being sent' : 'waits to be sent'}.`;
}
