import { type Db, databaseFault, type Log } from '@topup/core/shared';
import {
  endVerification,
  toBooksReportJson,
  touchVerification,
  VERIFICATION_HEARTBEAT_MS,
  type Verification,
  type VerificationEnd,
  verifyBooks,
} from '@topup/core/wallet';
import { errorFields } from '@topup/runtime';
import type { BackgroundRuns } from '../background-runs';

export type BooksRunDeps = {
  db: Db;
  log: Log;
  runs: BackgroundRuns;
  /** A pool for reading all of it, which may take hours; closed when it is done. */
  openAuditDatabase(): Db;
};

/** Verifies the books in the background, and records how it ended. `check` has been begun. */
export function runBooksCheck(deps: BooksRunDeps, check: Verification): void {
  deps.runs.begin({
    work: async () => end(deps, check.id, await verify(deps, check.id)),
    stopped: () => end(deps, check.id, { fault: 'The dashboard was stopped before it was done: start it again.' }),
  });
}

async function verify({ db, log, openAuditDatabase }: BooksRunDeps, id: string): Promise<VerificationEnd> {
  const see = () =>
    touchVerification(db, id).catch((error) =>
      log.warn('a check of the books could not say that it goes on', errorFields(error)),
    );
  const timer = setInterval(see, VERIFICATION_HEARTBEAT_MS);
  const auditDb = openAuditDatabase();
  try {
    return toBooksReportJson(await verifyBooks(auditDb));
  } catch (error) {
    log.error('the books could not be verified', { alert: 'books_check', ...errorFields(error) });
    return { fault: FAULTS[databaseFault(error)] };
  } finally {
    clearInterval(timer);
    await auditDb.$disconnect();
  }
}

const FAULTS = {
  item: 'The database refused to let them be read: the log of the dashboard says why.',
  again: 'The database was too busy: start it again.',
  late: 'The database was too busy: start it again.',
  unreached: 'The database could not be reached: start it again.',
  unknown: 'The connection to the database was lost: start it again.',
} as const;

/** An end that cannot be recorded is told as a run that was lost, a minute later. */
async function end({ db, log }: Pick<BooksRunDeps, 'db' | 'log'>, id: string, how: VerificationEnd): Promise<void> {
  if ('sound' in how && !how.sound) log.error('the books have drifted', { alert: 'books', check: id });
  await endVerification(db, id, how).catch((error) =>
    log.error('the end of a check of the books could not be recorded', { check: id, ...errorFields(error) }),
  );
}
