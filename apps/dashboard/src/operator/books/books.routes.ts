import { toWire } from '@topup/core/shared';
import { beginVerification, findVerification, listVerifications, type Verification } from '@topup/core/wallet';
import type { Verification as VerificationAnswer, VerificationRow } from '@topup/dashboard-contract';
import { Router } from 'express';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { byId } from '../../http/pagination';
import { parseIdParam } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { runVerification } from './run-verification';

/** Verifications of the books, and their history. */
export function booksRoutes(deps: Pick<Deps, 'log' | 'operator'> & ListDeps): Router {
  const { db, log, operator } = deps;
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
      runVerification({ db, log, ...operator }, verification);
      return toWire(verification);
    },
    status: 202,
  });
  router.get('/books/:id', async (request, response) => {
    const verification = await findVerification(db, parseIdParam(request, 'books check'));
    if (verification === null) throw notFound('books check');
    const { totals: sums, findings, ...row } = verification;
    const totals = sums && Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)]));
    response.json({ ...toWire(row), totals, findings } satisfies VerificationAnswer);
  });
  return router;
}
