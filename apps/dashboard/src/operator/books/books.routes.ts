import { databaseFault, toWire } from '@topup/core/shared';
import {
  beginVerification,
  endVerification,
  findVerification,
  listVerifications,
  toBooksReportJson,
  touchVerification,
  VERIFICATION_HEARTBEAT_MS,
  type Verification,
  type VerificationEnd,
  verifyBooks,
} from '@topup/core/wallet';
import type { Verification as VerificationAnswer, VerificationRow } from '@topup/dashboard-contract';
import { errorFields } from '@topup/runtime';
import { Router } from 'express';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byId } from '../../http/pagination';
import { parseIdParam } from '../../http/read-fields';
import { notFound } from '../../http/refusal';

type BooksDeps = Pick<Deps, 'db' | 'log' | 'operator'>;

/** Verifications of the books, and their history. */
export function booksRoutes(deps: BooksDeps & ListDeps): Router {
  const { db } = deps;
  const router = Router();
  serveStored(router, deps, {
    path: '/books',
    file: 'books-checks',
    filters: SPAN,
    place: byId,
    read: (asked: Span, { after: before, limit }) => listVerifications(db, { ...asked, before, limit }),
    toRow: (row: Verification) => row,
    columns: columnsOf<Verification>()(['id,started_at,finished_at,started_by,sound,broken,fault']),
  });
  // in the background; only one runs at a time, in all processes together
  serveChange(router, '/books', {
    make: (_, by) => beginVerification(db, by),
    answer: ({ verification }): VerificationRow => {
      runVerification(deps, verification);
      return toWire(verification);
    },
    status: 202,
  });
  router.get('/books/:id', async (request, response) => {
    const verification = await findVerification(db, parseIdParam(request, 'verification'));
    if (verification === null) throw notFound('verification');
    const { totals: sums, findings, ...row } = verification;
    const totals = sums && Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)]));
    response.json({ ...toWire(row), totals, findings } satisfies VerificationAnswer);
  });
  return router;
}

/** Runs a verification, which has been begun, in the background, and records how it ended. */
function runVerification(deps: BooksDeps, verification: Verification): void {
  deps.operator.runs.begin({
    work: async () => end(deps, verification.id, await verify(deps, verification.id)),
    stopped: () =>
      end(deps, verification.id, {
        fault: 'The dashboard stopped before the verification had finished. Start it again.',
      }),
  });
}

async function verify({ db, log, operator }: BooksDeps, id: string): Promise<VerificationEnd> {
  const touch = () =>
    touchVerification(db, id).catch((error) =>
      log.warn('a verification of the books could not report that it still runs', errorFields(error)),
    );
  const timer = setInterval(touch, VERIFICATION_HEARTBEAT_MS);
  const auditDb = operator.openAuditDatabase();
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
  again: 'The database was too busy. Start it again.',
  late: 'The database was too busy. Start it again.',
  unreached: 'The database could not be reached. Start it again.',
  unknown: 'The connection to the database was lost. Start it again.',
} as const;

/** An end that cannot be recorded is shown as a lost run a minute later. */
async function end({ db, log }: Pick<Deps, 'db' | 'log'>, id: string, how: VerificationEnd): Promise<void> {
  if ('sound' in how && !how.sound) log.error('the books are unsound', { alert: 'books', check: id });
  await endVerification(db, id, how).catch((error) =>
    log.error('the result of a verification of the books could not be recorded', { check: id, ...errorFields(error) }),
  );
}
