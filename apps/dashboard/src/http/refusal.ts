import { explainRefusal, isRefused, type Refused } from '@topup/core/errors';

/** A request that the dashboard declines. The user reads `message`; `fields` names what is wrong with single inputs. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}.`);

export const signedOut = (): Refusal => new Refusal(401, 'signed_out', 'Sign in first.');

/** The answer to a refusal of core's catalogue. */
export function refusalOf(refused: Refused): Refusal {
  const { status, code, field, text, inConsole } = explainRefusal(refused);
  const message = inConsole === undefined ? text : `${text} ${inConsole}`;
  return new Refusal(status, code, message, field === undefined ? undefined : { [field]: message });
}

/** Returns the outcome of a change that was made. @throws Refusal when the outcome is a refusal of the catalogue */
export function done<T extends { kind: string }>(outcome: T | Refused): Exclude<T, Refused> {
  if (isRefused(outcome)) throw refusalOf(outcome);
  return outcome as Exclude<T, Refused>;
}
