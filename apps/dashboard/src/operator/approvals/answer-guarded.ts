import type { Refused } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import type { Asked } from '@topup/dashboard-contract';
import type { Response } from 'express';
import { done } from '../../http/refusal';

/** The answer to a guarded action: 202 when an approval was asked for instead. @throws Refusal */
export function answerGuarded<T extends { kind: string }>(
  response: Response,
  outcome: T | AskedApproval,
  toJson: (result: Exclude<T, Refused>) => unknown,
): void {
  if (isAsked(outcome)) sendAsked(response, outcome);
  else response.json(toJson(done(outcome) as Exclude<T, Refused>));
}

export const isAsked = (outcome: { kind: string }): outcome is AskedApproval => outcome.kind === 'asked';

export const toApproval = ({ id, expiresAt, before }: AskedApproval): Asked['approval'] => ({
  id,
  expiresAt: expiresAt.toISOString(),
  before,
});

export function sendAsked(response: Response, asked: AskedApproval): void {
  response.status(202).json({ approval: toApproval(asked) } satisfies Asked);
}
