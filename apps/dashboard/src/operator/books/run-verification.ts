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

export type VerificationDeps = {
  db: Db;
  log: Log;
  runs: BackgroundRuns;
  /** A pool to read the whole database, which may take hours. Closed at the end. */
  openAuditDatabase(): Db;
};

/** Runs a verification, which has been begun, in the background, and records how it ended. */
export function runVerification(deps: VerificationDeps, verification: Verification): void {
  deps.runs.begin({
    work: async () => end(deps, verification.id, await verify(deps, verification.id)),
    stopped: () =>
      end(deps, verification.id, { fault: 'The dashboard stopped before the check had finished. Start it again.' }),
  });
}

async function verify({ db, log, openAuditDatabase }: VerificationDeps, id: string): Promise<VerificationEnd> {
  const touch = () =>
    touchVerification(db, id).catch((error) =>
      log.warn('a check of the books could not say that it goes on', errorFields(error)),
    );
  const timer = setInterval(touch, VERIFICATION_HEARTBEAT_MS);
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
  item: 'The database refused to read the books. See the log of the dashboard.',
  again: 'The database was too busy. Start the check again.',
  late: 'The database was too busy. Start the check again.',
  unreached: 'The database could not be reached. Start the check again.',
  unknown: 'The connection to the database was lost. Start the check again.',
} as const;

/** An end that cannot be recorded is shown as a lost run a minute later. */
async function end({ db, log }: Pick<VerificationDeps, 'db' | 'log'>, id: string, how: VerificationEnd): Promise<void> {
  if ('sound' in how && !how.sound) log.error('the books have drifted', { alert: 'books', check: id });
  await endVerification(db, id, how).catch((error) =>
    log.error('the end of a check of the books could not be recorded', { check: id, ...errorFields(error) }),
  );
}
