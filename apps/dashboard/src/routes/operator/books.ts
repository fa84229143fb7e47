import { beginBooksCheck, findBooksCheck, listBooksChecks, recorded, type BooksCheck as StoredCheck } from '@topup/core';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { BooksCheck, BooksCheckRow, Page } from '../../contract';
import type { Deps } from '../../deps';
import { readFields } from '../../http/fields';
import { notFound, Refusal } from '../../http/refusal';
import { runBooksCheck } from '../../operator/run-books-check';
import { operatorOf } from './done-by';
import { idOf } from './inputs';
import { cutPage, ID, PAGE_ROWS, readCursor, writeCursor } from './paging';

/** Verifications of the books, and their history. */
export function booksRoutes(deps: Pick<Deps, 'db' | 'log' | 'operator'>): Router {
  const router = Router();
  router.get('/books', list(deps));
  router.post('/books', verify(deps));
  router.get('/books/:id', show(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  const query = Joi.object<{ cursor?: string }>({ cursor: Joi.string() });
  return async (request, response) => {
    const { cursor } = readFields(query, request.query);
    const [before = null] = readCursor(cursor, ID) ?? [];
    const rows = await listBooksChecks(db, { before, limit: PAGE_ROWS + 1 });
    response.json(cutPage(rows, toldCheck, (last) => writeCursor(last.id)) satisfies Page<BooksCheckRow>);
  };
}

/** Begins one in the background. One at a time, in whatever process. */
function verify({ db, log, operator }: Pick<Deps, 'db' | 'log' | 'operator'>): RequestHandler {
  return async (_request, response) => {
    const by = operatorOf(response);
    const check = await recorded(db, by, async (tx) => {
      const result = await beginBooksCheck(tx, by.email);
      return { result, action: result && { action: 'books.verify', subject: 'the books', details: { check: result.id } } };
    });
    if (check === null) throw new Refusal(409, 'under_way', 'The books are being verified already: see how that ends.');
    runBooksCheck({ db, log, ...operator }, check);
    response.status(202).json(toldCheck(check) satisfies BooksCheckRow);
  };
}

function show({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const check = await findBooksCheck(db, idOf(request, 'check of the books'));
    if (check === null) throw notFound('check of the books');
    const totals = check.totals && Object.fromEntries(Object.entries(check.totals).map(([name, value]) => [name, String(value)]));
    response.json({ ...toldCheck(check), totals, findings: check.findings } satisfies BooksCheck);
  };
}

export const toldCheck = ({ id, startedAt, finishedAt, startedBy, sound, broken, fault }: StoredCheck): BooksCheckRow => ({
  id,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  startedBy,
  sound,
  broken,
  fault,
});
