import { beginVerification, findVerification, listVerifications } from '@topup/core/wallet';
import type { Verification, VerificationRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { PLACE, readPage } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { done, notFound } from '../../http/refusal';
import { type ListDeps, SPAN, type Span, servePaged } from '../list-routes';
import { toVerificationRow, VERIFICATION_COLUMNS } from './books.presenter';
import { runVerification } from './run-verification';

/** Verifications of the books, and their history. */
export function booksRoutes(deps: Pick<Deps, 'log' | 'operator'> & ListDeps): Router {
  const router = Router();
  serveList(router, deps);
  router.post('/books', verify(deps));
  router.get('/books/:id', show(deps));
  return router;
}

function serveList(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/books',
    file: 'books-checks',
    filters: SPAN,
    place: PLACE.id,
    placeOf: ({ id }) => id,
    read: (asked: Span, { after, limit }) =>
      readPage(limit, (most) => listVerifications(deps.db, { ...asked, before: after, limit: most })),
    toRow: toVerificationRow,
    columns: VERIFICATION_COLUMNS,
  });
}

/** Starts a verification in the background. Only one runs at a time, in all processes together. */
function verify({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const { verification } = done(await beginVerification(db, byOf(response)));
    runVerification({ db, log, ...operator }, verification);
    response.status(202).json(toVerificationRow(verification) satisfies VerificationRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const verification = await findVerification(db, parseIdParam(request, 'books check'));
    if (verification === null) throw notFound('books check');
    const totals =
      verification.totals &&
      Object.fromEntries(Object.entries(verification.totals).map(([name, value]) => [name, String(value)]));
    response.json({
      ...toVerificationRow(verification),
      totals,
      findings: verification.findings,
    } satisfies Verification);
  };
}
