import { databaseFault } from '@topup/core/shared';
import { SettingsError } from '@topup/runtime/settings';

/** A command that was understood and is not carried out, or that found bad news. The message says what is wrong and what to do. */
export class Refusal extends Error {}

/** A command whose words do not fit together. */
export class Misuse extends Error {}

export function noSuchTier(tier: string): Refusal {
  return new Refusal(`There is no tier "${tier}": \`tier list\` shows them.`);
}

/** For what was to be found by its plan_id. */
export function noSuchPlan(planId: string): Refusal {
  return new Refusal(`There is no plan with the plan_id "${planId}": \`catalogue list --all\` shows them.`);
}

const NO_DATABASE_URL =
  'DATABASE_URL is not set: set it, or run `npm start` once, which notes its own for these commands.';

/** What the operator is told of anything that went wrong: one sentence, but for faults of this program itself. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof Misuse) return error.message;
  if (error instanceof SettingsError) return settingsSentence(error.faults);
  const { state, text } = serverWords(error);
  if (state === '42P01' || state === '42883' || state === '42703')
    return 'The database is not up to date with this program: run `npm run db:migrate`.';
  switch (databaseFault(error)) {
    case 'unreached':
      return 'The database cannot be reached: see that it runs (`npm start` starts the embedded one) and that DATABASE_URL names it.';
    case 'again':
    case 'late':
      return 'The database was busy and nothing was changed: try again.';
    case 'item':
      return `The database refused and nothing was changed: ${text}.`;
    case 'unknown':
      return unknownSentence(error);
  }
}

function settingsSentence(faults: string[]): string {
  return faults.map((fault) => (fault === 'DATABASE_URL is required' ? NO_DATABASE_URL : `${fault}.`)).join(' ');
}

/** Lost connections come as plain errors of the driver; what else has no SQLSTATE is a mistake of ours, to be shown whole. */
function unknownSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/connection|timeout|ECONN|EPIPE/i.test(error.message))
    return 'The connection to the database was lost, so whether anything was changed is not known: look before you try again.';
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

/** SQLSTATE and text as the server gave them, which Prisma keeps below its own error. */
function serverWords(error: unknown): { state: string; text: string } {
  const meta =
    error instanceof Error && 'meta' in error ? (error.meta as { driverAdapterError?: Error } | undefined) : undefined;
  const cause = meta?.driverAdapterError?.cause as { originalCode?: string; originalMessage?: string } | undefined;
  return { state: cause?.originalCode ?? '', text: cause?.originalMessage ?? 'it gave no reason' };
}
