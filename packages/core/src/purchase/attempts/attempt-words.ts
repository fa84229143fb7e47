import { type Decision, passedTexts } from '../../routing/router.port';
import type { Attempt, AttemptOutcome } from './attempt.store';

// What operators read of attempts, in the console and in `ops`. Clients read none of it.

export const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  not_sent: 'Not sent',
  refused: 'Refused',
  confirmed_failed: 'Failed, and confirmed',
  never_received: 'Never received',
  unsent: 'Not sent yet',
  open: 'Open',
  delivered: 'Delivered',
  failed: 'Failed',
  refunded: 'Refunded',
};

/** When an attempt was sent; null when nothing left, although the permission was given. */
export const whenSent = ({ sentAt, outcome }: Pick<Attempt, 'sentAt' | 'outcome'>): Date | null =>
  outcome === 'not_sent' ? null : sentAt;

/** Why the attempt went to its provider, such as `Routing rules 3. Passed over: vtpass (its float is too low).` */
export function decisionText(decision: Decision | null): string {
  if (decision === null) return 'No choice was needed.';
  // a later version may write another reason
  const passed = decision.passed.map(({ provider, why }) => `${provider} (${passedTexts[why] ?? why})`);
  return [
    decision.version === null ? 'The order of PROVIDERS.' : `Routing rules ${decision.version}.`,
    ...(passed.length === 0 ? [] : [`Passed over: ${passed.join(', ')}.`]),
    ...(decision.despite === undefined
      ? []
      : [`Chosen although ${passedTexts[decision.despite] ?? decision.despite}.`]),
    ...(decision.next === undefined ? [] : [`After it: ${decision.next.join(', ')}.`]),
    ...(decision.absorbs ? ['It costs more than the price: we bear the difference.'] : []),
  ].join(' ');
}

/** What proves the outcome of an attempt; null while it is open. `cause`: of the last change of its purchase. */
export function basisText({ outcome, evidence, contradictedAt }: Attempt, cause: string): string | null {
  if (contradictedAt !== null) return 'Its provider has the order after all, and has delivered it or may do so.';
  const code = evidence.refused_code === undefined ? '' : ` (code ${evidence.refused_code})`;
  switch (outcome) {
    case 'not_sent':
      return evidence.answer === undefined ? 'Nothing left this service.' : `Nothing left: ${evidence.answer}.`;
    case 'refused':
      return `Its answer to the order${code}.`;
    case 'confirmed_failed':
      return `Its answer to a requery${code}.`;
    case 'never_received':
      return 'Its answers to requeries: it knows no such order.';
    case 'unsent':
    case 'open':
      return evidence.answer ?? null;
    case 'delivered':
    case 'failed':
    case 'refunded':
      return cause;
  }
}

const NEXT = /^(\S+): ([a-z_]+), next: (\S+)$/;

/** The cause of a change of status; that of a next attempt (open_next_attempts) is written as a sentence. */
export function causeText({ cause, causeCode }: { cause: string; causeCode: string }): string {
  const [, from, outcome = '', to] = (causeCode === 'next_attempt' && NEXT.exec(cause)) || [];
  const words = OUTCOME_WORDS[outcome as AttemptOutcome];
  return words === undefined ? cause : `${words} at ${from}: it goes to ${to}.`;
}
