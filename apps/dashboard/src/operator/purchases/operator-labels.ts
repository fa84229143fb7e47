import { causeText } from '@topup/core/purchase';
import { maskUrl } from '@topup/core/webhook';
import { providerLabel } from '@topup/providers';
import { clientLabels } from '../../account/transactions/client-labels';
import type { Move, Step, TimelineLabels } from '../../account/transactions/timeline.presenter';

const STATUSES: Readonly<Record<string, string>> = {
  initiated: 'Initiated',
  pending: 'Pending',
  success: 'Successful',
  failed: 'Failed',
  refunded: 'Refunded',
};
const statusWord = (status: string): string => STATUSES[status] ?? status;

const CAUSES: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  client_told_pending: 'The API returned "pending"',
  nobody_answered: 'The API did not answer the client',
  provider_delivered: 'Delivered by the provider',
  provider_rejected: 'Refused by the provider',
  provider_refused: 'Refused by the provider',
  provider_reversed: 'Reversed by the provider',
  provider_unreachable: 'The provider could not be reached',
  provider_unavailable: 'Not sent: the provider was unavailable',
  provider_never_had_it: 'Not received by the provider',
  start_deadline: 'Not sent in time',
};

/** The outcome that an answer after the final one tells. */
export const goalLabel = (goal: string): string => (goal === 'open' ? 'May still deliver' : statusWord(goal));

/** A cause that is followed by an operator's words. */
const NOTED = /^(operator|quarantined): (.*)$/s;
const NOTED_WORDS: Readonly<Record<string, string>> = {
  operator: 'Decision of an operator',
  quarantined: 'Quarantined',
};

/** The cause of a change of status in words: `provider_rejected_016` is "Refused by the provider (016).". */
export function causeLabel({ cause, causeCode }: { cause: string; causeCode?: string | null }): string {
  if (causeCode === 'next_attempt') return causeText({ cause, causeCode }, providerLabel);
  const [, code = '', note = ''] = NOTED.exec(cause) ?? [];
  if (code !== '') return `${NOTED_WORDS[code]}: ${note}`;
  const known = Object.entries(CAUSES).find(([code]) => cause === code || cause.startsWith(`${code}_`));
  if (known === undefined) return cause;
  const [start, words] = known;
  return cause === start ? `${words}.` : `${words} (${cause.slice(start.length + 1)}).`;
}

const CONTRADICTED = 'contradicted: ';

/** Why a purchase is under review; what the provider said stays in its words. */
export function reviewLabel(reason: string): string {
  if (!reason.startsWith(CONTRADICTED)) return causeLabel({ cause: reason });
  return `Contradicted: ${causeLabel({ cause: reason.slice(CONTRADICTED.length) })}`;
}

/** The words of the client, with the code of the move beside them; and what clients do not see. */
function moved(move: Move): Step[] {
  const code = `${move.toStatus} · ${NOTED.test(move.cause) ? move.causeCode : move.cause}`;
  if (move.causeCode === 'next_attempt') return [{ kind: 'answered', text: causeLabel(move), code: 'next_attempt' }];
  const steps = clientLabels.moved(move);
  const last = steps.pop() ?? { kind: 'review' as const, text: causeLabel(move) };
  const note = move.causeCode === 'operator' ? ` ${causeLabel(move)}` : '';
  return [...steps, { ...last, text: `${last.text}${note}`, code }];
}

/** The texts that operators read: with the provider's name, and the cause of every move. */
export const operatorLabels: TimelineLabels = {
  accepted: { text: 'Accepted and paid from the wallet.', code: 'initiated · accepted' },
  sent: ({ provider, providerRef }) => `Sent to ${providerLabel(provider)} with reference ${providerRef}.`,
  allSends: true,
  moved,
  refunded: 'Refunded to the wallet.',
  contradicted: ({ goal, cause }) =>
    goal === 'open'
      ? `Moved to review, because a closed attempt may still deliver. ${causeLabel({ cause })}`
      : `Moved to review, because a later answer says "${statusWord(goal)}". ${causeLabel({ cause })}`,
  reviewed: (note) => `Review closed: ${note}`,
  event: ({ details }) => details,
  url: maskUrl,
};
