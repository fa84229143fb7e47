import { changes, type Event, type Move, type TimelineLabels } from './timeline.presenter';

/** The texts that a client reads: without the provider's codes and the operators' notes. */
export const clientLabels: TimelineLabels = {
  accepted: { text: 'Accepted and paid from your wallet.' },
  sent: () => 'Sent to the provider.',
  allSends: false,
  moved: (move) => {
    if (!changes(move)) return [];
    if (move.toStatus === 'pending') return [{ kind: 'pending', text: pendingText(move) }];
    const answer = answerOf(move.causeCode);
    return [
      ...(answer === null ? [] : [{ kind: 'answered' as const, text: answer }]),
      { kind: 'settled', text: settledText(move) },
    ];
  },
  refunded: 'Refunded to your wallet.',
  contradicted: () => 'The provider later reported a different outcome. We’re reviewing it.',
  reviewed: () => 'We confirmed the outcome.',
  event: eventText,
  url: (url) => url,
};

/** The kind of the provider's answer, without its code. Null for a cause that is not an answer of the provider. */
const ANSWERS: Partial<Record<Move['causeCode'], string>> = {
  provider_delivered: 'Delivered by the provider.',
  provider_reversed: 'Reversed by the provider.',
  provider_rejected: 'Refused by the provider.',
  provider_refused: 'Refused by the provider.',
  provider_never_had_it: 'Not received by the provider.',
};
const answerOf = (code: Move['causeCode']): string | null => ANSWERS[code] ?? null;

/** A process that died answered nothing. */
const pendingText = ({ causeCode }: Move): string =>
  causeCode === 'nobody_answered' ? 'Awaiting confirmation.' : 'Awaiting confirmation; the API returned "pending".';

function settledText({ toStatus, causeCode }: Move): string {
  if (causeCode === 'provider_unavailable') return 'Not sent: the provider was unavailable.';
  if (causeCode === 'start_deadline') return 'Not sent in time.';
  const word = toStatus === 'success' ? 'Successful' : toStatus === 'failed' ? 'Failed' : 'Refunded';
  return `${word}${causeCode === 'operator' ? ' after manual review' : ''}.`;
}

/** The receiver's answer is shown with the delivery. */
function eventText({ event, state }: Event): string {
  if (state === 'delivered') return `Webhook ${event} delivered.`;
  if (state === 'undelivered') return `Webhook ${event} failed.`;
  if (state === 'no_url') return `Webhook ${event} not sent: no webhook URL was set.`;
  return `Webhook ${event} ${state === 'sending' ? 'is being sent' : 'is queued'}.`;
}
