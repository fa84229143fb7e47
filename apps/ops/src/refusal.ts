import type { By } from '@topup/core/audit';
import { explainRefusal, isRefused, type Refused, refusalText } from '@topup/core/errors';
import type { AskedApproval } from '@topup/core/operator-guard';
import { databaseFault, startFault } from '@topup/core/shared';
import { SettingsError } from '@topup/runtime/settings';
import type { Report } from './output';

/**
 * A correct command that is not carried out, or that found a problem. The message says what is wrong, in the text of
 * core's refusal catalogue, and which command helps.
 */
export class Refusal extends Error {}

/** A check that could not even begin, so that it says nothing about what it was to check. */
export class NotTried extends Refusal {}

export class Misuse extends Error {}

/** A refusal of core's catalogue, with the command that helps. */
export function refusalOf(refused: Refused): Refusal {
  const { text, inOps } = explainRefusal(refused);
  return new Refusal(inOps === undefined ? text : `${text} ${inOps}`);
}

/** Returns the outcome of a change that was made. @throws Refusal when the outcome is a refusal of the catalogue */
export function done<T extends { kind: string }>(outcome: T | Refused): Exclude<T, Refused> {
  if (isRefused(outcome)) throw refusalOf(outcome);
  return outcome as Exclude<T, Refused>;
}

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
    text: `${needed} ${was}: approval ${id}. Another operator decides on it in the console, until ${until}.${before ? askAgain(id) : ''}`,
  };
}

/** A second operator who set up two factors only now cannot decide on what was asked for before. */
const askAgain = (id: string): string =>
  ` If their two-factor authentication is newer than the request, run \`approval cancel ${id}\` and ask again.`;

const NO_DATABASE_URL =
  'DATABASE_URL is not set. Set it, as `topup-ops` does on servers. On your own computer, run `npm start` once. Both need the same DATA_DIR.';

/** The work that an error ends: its text speaks of changes only if there can be some. */
type Work = 'reads' | 'changes';

/** Waits for what only reads. @throws Refusal or Misuse, whose text speaks of no change */
export function reading<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof Misuse || error instanceof Refusal ? error : new Refusal(toSentence(error, 'reads'));
  });
}

/** The text of any error for the operator: one or two sentences, except for faults of this program itself. */
export function toSentence(error: unknown, work: Work = 'changes'): string {
  if (error instanceof Refusal || error instanceof Misuse) return error.message;
  if (error instanceof SettingsError) return settingsSentence(error.faults);
  const { state, text } = serverError(error);
  if (state === '42P01' || state === '42883' || state === '42703')
    return 'The database is not up to date with this program. Run `npm run db:migrate`.';
  if (state === '25006')
    return 'The database accepts no changes now, because it is a standby or read-only. Nothing was changed.';
  switch (databaseFault(error)) {
    case 'unreached':
      return startFault(error);
    case 'again':
    case 'late':
      return `The database was busy${work === 'reads' ? '' : ' and nothing was changed'}. Try again.`;
    case 'item':
      return work === 'reads'
        ? `The database rejected the query: ${text}.`
        : `The database rejected the change, so nothing was changed: ${text}.`;
    case 'unknown':
      return unknownSentence(error, work);
  }
}

function settingsSentence(faults: string[]): string {
  return faults.map((fault) => (fault === 'DATABASE_URL is required' ? NO_DATABASE_URL : `${fault}.`)).join(' ');
}

/** A lost connection is a plain error of the driver. Anything else without SQLSTATE is our fault and is shown whole. */
function unknownSentence(error: unknown, work: Work): string {
  if (!(error instanceof Error)) return String(error);
  if (/connection|timeout|ECONN|EPIPE/i.test(error.message))
    return `The connection to the database was lost. ${work === 'reads' ? 'Try again.' : 'Something may have been changed. Check before you try again.'}`;
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

/** Whether the database refused the change, by a right or a trigger, because it is not this caller's. */
export const isForbidden = (error: unknown): boolean => ['42501', 'TP002'].includes(serverError(error).state);

/** SQLSTATE and text of the server, which Prisma keeps below its own error. */
function serverError(error: unknown): { state: string; text: string } {
  const meta =
    error instanceof Error && 'meta' in error ? (error.meta as { driverAdapterError?: Error } | undefined) : undefined;
  const cause = meta?.driverAdapterError?.cause as { originalCode?: string; originalMessage?: string } | undefined;
  return { state: cause?.originalCode ?? '', text: cause?.originalMessage ?? 'it gave no reason' };
}
