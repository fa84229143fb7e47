import { type Decision, passedTexts } from '../../routing/router.port';
import type { Attempt, AttemptOutcome } from './attempt.store';

// Words for attempts that operators read, in the console and in `ops`. Clients read none of them.

export const OUTCOME_WORDS: Readonly<Record<AttemptOutcome, string>> = {
  not_sent: 'Not sent',
  refused: 'Refused',
  confirmed_failed: 'Failed (confirmed)',
  never_received: 'Never received',
  unsent: 'Not sent yet',
  open: 'Awaiting confirmation',
  delivered: 'Delivered',
  failed: 'Failed',
  refunded: 'Refunded',
};

/** When an attempt was sent; null when nothing left, although the permission was given. */
export const whenSent = ({ sentAt, outcome }: Pick<Attempt, 'sentAt' | 'outcome'>): Date | null =>
  outcome === 'not_sent' ? null : sentAt;

/** How a provider is named: pages write its proper name, `ops` what PROVIDERS has. */
type NameOf = (provider: string) => string;
const asItIs: NameOf = (provider) => provider;

/** Why the attempt went to its provider, such as `Routing rules, version 3. Skipped: vtpass (its float is too low).` */
export function decisionText(decision: Decision | null, nameOf: NameOf = asItIs): string {
  if (decision === null) return 'No routing decision was needed.';
  // a later version may write another reason
  const passed = decision.passed.map(({ provider, why }) => `${nameOf(provider)} (${passedTexts[why] ?? why})`);
  return [
    decision.version === null ? 'Default order of PROVIDERS.' : `Routing rules, version ${decision.version}.`,
    ...(passed.length === 0 ? [] : [`Skipped: ${passed.join(', ')}.`]),
    ...(decision.despite === undefined
      ? []
      : [`Chosen although ${passedTexts[decision.despite] ?? decision.despite}.`]),
    ...(decision.next === undefined ? [] : [`Next: ${decision.next.map(nameOf).join(', ')}.`]),
  ].join(' ');
}

/** Names the proof of an attempt's outcome; null while it is open. `cause`: of the last change of its purchase. */
export function basisText({ outcome, evidence, contradictedAt }: Attempt, cause: string): string | null {
  if (contradictedAt !== null) return 'The provider has the order after all. It was delivered or may still be.';
  const code = evidence.refused_code === undefined ? '' : ` (code ${evidence.refused_code})`;
  switch (outcome) {
    case 'not_sent':
      return evidence.answer === undefined ? 'The order was not sent.' : `The order was not sent: ${evidence.answer}.`;
    case 'refused':
      return `Answer of the provider to the order${code}.`;
    case 'confirmed_failed':
      return `Answer of the provider to a requery${code}.`;
    case 'never_received':
      return 'The provider found no such order in our requeries.';
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
export function causeText({ cause, causeCode }: { cause: string; causeCode: string }, nameOf = asItIs): string {
  const [, from = '', outcome = '', to = ''] = (causeCode === 'next_attempt' && NEXT.exec(cause)) || [];
  const words = OUTCOME_WORDS[outcome as AttemptOutcome];
  return words === undefined ? cause : `${nameOf(from)}: ${words.toLowerCase()}. Next: ${nameOf(to)}.`;
}
