import { toWire } from '@topup/core/shared';
import { beginVerification, findVerification, listVerifications, type Verification } from '@topup/core/wallet';
import type { Verification as VerificationAnswer, VerificationRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { columnsOf } from '../../http/csv';
import { PLACE, readPage } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { done, notFound } from '../../http/refusal';
import { type ListDeps, SPAN, type Span, servePaged } from '../list-routes';
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
    columns: columnsOf<Verification>()(['id,started_at,finished_at,started_by,sound,broken,fault']),
  });
}

/** Starts a verification in the background. Only one runs at a time, in all processes together. */
function verify({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const { verification } = done(await beginVerification(db, byOf(response)));
    runVerification({ db, log, ...operator }, verification);
    response.status(202).json(toWire(verification) satisfies VerificationRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const verification = await findVerification(db, parseIdParam(request, 'books check'));
    if (verification === null) throw notFound('books check');
    const { totals: sums, findings, ...row } = verification;
    const totals = sums && Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)]));
    response.json({ ...toWire(row), totals, findings } satisfies VerificationAnswer);
  };
}
