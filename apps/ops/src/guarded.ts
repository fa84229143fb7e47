import type { By } from '@topup/core/audit';
import { type Refused, refusalText, refusalTexts } from '@topup/core/errors';
import { type AskedApproval, type GuardedAction, type GuardRefusal, requestApproval } from '@topup/core/operator-guard';
import type { DbOrTransaction } from '@topup/core/shared';
import type { Report } from './output';
import { done, Misuse, Refusal } from './refusal';
import type { ActingAs } from './with-database';

/**
 * A step that the approval policy refuses: asks for the approval that it needs, in the transaction of the attempt.
 * @param note why, for whoever decides
 * @returns what to print in place of the step's own report
 * @throws Refusal above the daily cap; Misuse without --as or without a note
 */
export async function askApproval(
  tx: DbOrTransaction,
  by: By,
  refusal: GuardRefusal,
  step: GuardedAction,
  note: string | undefined,
): Promise<Report> {
  if (refusal.kind === 'cap_exceeded') throw new Refusal(refusalTexts.cap_exceeded(refusal));
  const needed = refusalTexts.approval_needed(refusal);
  if (by.actor.kind === 'ops' && by.actor.as === null)
    throw new Misuse(`${needed} Name yourself with --as <address>: the second operator must be somebody else.`);
  if (note === undefined) throw new Misuse(`${needed} Give --note, so that they know why.`);
  const asked = await requestApproval(tx, by, step, note);
  if (asked.kind === 'cap_exceeded') throw new Refusal(refusalTexts.cap_exceeded(asked));
  const until = asked.expiresAt.toISOString();
  const was = asked.kind === 'requested' ? 'It is asked for' : 'It was asked for before';
  return {
    asked: true,
    json: { approval: asked.id, state: asked.kind, expiresAt: until },
    text: `${needed} ${was}: approval ${asked.id}. Another operator decides on it in the console, until ${until}.`,
  };
}

/**
 * The report of a guarded action, or of the approval that was asked for instead.
 * @throws Refusal when it was refused; Misuse when it needs an approval, and --as or a note is missing
 */
export function reportGuarded<T extends { kind: string }>(
  outcome: T | AskedApproval,
  { as }: ActingAs,
  report: (result: Exclude<T, Refused>) => Report,
): Report {
  if (isAsked(outcome)) return reportAsked(outcome);
  if (isNeeded(outcome)) {
    const needed = refusalText(outcome);
    if (as === undefined)
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
