import type { By } from '@topup/core/audit';
import { type Refused, refusalText } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import type { Report } from './output';
import { done, Misuse } from './refusal';

/**
 * The report of a guarded action, or of the approval that was asked for instead.
 * @throws Refusal when it was refused; Misuse when it needs an approval, and --as or a note is missing
 */
export function reportGuarded<T extends { kind: string }>(
  outcome: T | AskedApproval | Refused,
  { actor }: By,
  report: (result: Exclude<T, Refused>) => Report,
): Report {
  if (isAsked(outcome)) return reportAsked(outcome);
  if (isNeeded(outcome)) {
    const needed = refusalText(outcome);
    if (actor.kind === 'ops' && actor.as === null)
      throw new Misuse(`${needed} Name yourself with --as <address>: the second operator must be somebody else.`);
    throw new Misuse(`${needed} Give --note, so that they know why.`);
  }
  return report(done(outcome) as Exclude<T, Refused>);
}

export const isAsked = (outcome: { kind: string }): outcome is AskedApproval => outcome.kind === 'asked';

export const isNeeded = (outcome: { kind: string }): outcome is Refused<'approval_needed'> =>
  outcome.kind === 'approval_needed';

export function reportAsked({ id, expiresAt, before, limitKobo }: AskedApproval): Report {
  const until = expiresAt.toISOString();
  const was = before ? 'It was asked for before' : 'It is asked for';
  const needed = refusalText({ kind: 'approval_needed', limitKobo });
  return {
    asked: true,
    json: { approval: id, state: before ? 'requested_before' : 'requested', expiresAt: until },
    text: `${needed} ${was}: approval ${id}. Another operator decides on it in the console, until ${until}.`,
  };
}
