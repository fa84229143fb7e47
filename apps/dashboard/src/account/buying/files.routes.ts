import { readBatchFile } from '@topup/client';
import {
  codeOfBatch,
  confirmBatch,
  debitedStatuses,
  findBatch,
  leftOf,
  listBatches,
  listBatchRows,
  noteDraft,
  openFile,
  type RowStatus,
  readBuyingAccount,
  resumeBatch,
  rowStatuses,
  type Batch as StoredBatch,
  type BatchRow as StoredRow,
  stopBatch,
} from '@topup/core/buying';
import { formatNaira, toWire, UUID_PATTERN } from '@topup/core/shared';
import type { Batch, FileNote, UploadedFile } from '@topup/dashboard-contract';
import { type Request, type Response, Router } from 'express';
import Joi from 'joi';
import { orderFiles } from '../../auth/attempt-limits';
import { accountIdOf, byOf, modeOf, requireRight, signedInOf } from '../../auth/signed-in';
import { columnsOf } from '../../http/csv';
import { serveStored } from '../../http/lists';
import { PLACE, type Place } from '../../http/pagination';
import { query } from '../../http/query';
import { line, parseIdParam, readFields } from '../../http/read-fields';
import { done, notFound } from '../../http/refusal';
import type { BuyingDeps } from './buying.routes';
import { batchId, naira } from './form.input';

/** Buying from a file: everybody of the account reads, and only some buy. */
export function fileRoutes(deps: Pick<BuyingDeps, 'db' | 'bounds' | 'clock' | 'exports'>): Router {
  const { db, bounds } = deps;
  const router = Router();
  router.post('/buying/files', requireRight('buy'), async (request, response) => {
    const { id, name, text } = readFields(newFile, request.body);
    const accountId = accountIdOf(response);
    await orderFiles.take(db, response, accountId);
    const file = readBatchFile(text);
    const read = { id, accountId, userId: signedInOf(response).userId, name, ...file, bounds: bounds.AIRTIME };
    if (file.faults.length > 0) {
      response.json({ batch: null, faults: file.faults, notes: file.notes } satisfies UploadedFile);
      return;
    }
    const opened = done(await openFile(db, byOf(response), read));
    if (opened.kind === 'faulty') {
      const { faults, notes } = opened;
      response.json({ batch: null, faults, notes } satisfies UploadedFile);
      return;
    }
    const account = await readBuyingAccount(db, accountId);
    const left = account.mode === 'live' ? leftOf(account) : null;
    response.json({
      batch: toWire(opened.batch),
      faults: [],
      balanceAfter: formatNaira(account.balanceKobo - opened.batch.totalKobo),
      left: left === null ? null : formatNaira(left),
    } satisfies UploadedFile);
  });

  router.get(LISTS, requireRight('read'));
  serveStored<object, StoredBatch, StoredBatch, Pick<StoredBatch, 'openedAt' | 'id'>>(router, deps, {
    path: '/buying/batches',
    file: 'batches',
    accountOf: accountIdOf,
    place: byOpening,
    read: (_asked, page, response) => listBatches(db, accountIdOf(response), page),
    toRow: (batch) => batch,
    columns: columnsOf<StoredBatch>()([
      'code,source,file_name,state,paused_for,rows,total,opened_at,confirmed_at,ended_at',
      ['confirmed_by', ({ confirmedBy }) => confirmedBy?.name ?? null],
    ]),
  });
  router.get('/buying/batches/:id', requireRight('read'), async (request, response) => {
    const batch = await findBatch(db, accountIdOf(response), parseIdParam(request, 'batch'));
    if (batch === null) throw notFound('batch');
    response.json(toWire(batch) satisfies Batch);
  });
  router.get('/buying/batches/:id/notes', requireRight('read'), async (request, response) => {
    const notes = await noteDraft(db, accountIdOf(response), parseIdParam(request, 'batch'));
    response.json(notes satisfies FileNote[]);
  });
  serveStored<{ status?: RowStatus }, StoredRow, StoredRow, number>(router, deps, {
    path: '/buying/batches/:id/rows',
    file: (request) => `result-${codeOfBatch(parseIdParam(request, 'batch'))}`,
    accountOf: accountIdOf,
    filters: { status: query.oneOf(rowStatuses) },
    place: byRow,
    async read({ status }, page, response) {
      const [accountId, id] = [accountIdOf(response), parseIdParam(response.req, 'batch')];
      if (page.after === null && (await findBatch(db, accountId, id)) === null) throw notFound('batch');
      return listBatchRows(db, { accountId, id, status: status ?? null }, page);
    },
    toRow: (row) => row,
    columns: columnsOf<StoredRow>()([
      'row,product,service,plan_id',
      ['phone', ({ recipient }) => recipient],
      'amount',
      // a result file adds up to what the wallet lost by it
      ['charged', ({ status, chargedKobo }) => formatNaira(debitedStatuses.includes(status) ? chargedKobo : 0n)],
      'reference,status,message,token,accepted_at',
    ]),
  });

  const ofPerson = (request: Request, response: Response) => ({
    accountId: accountIdOf(response),
    id: parseIdParam(request, 'batch'),
    userId: signedInOf(response).userId,
    isLive: modeOf(response) === 'live',
  });
  const answer = (response: Response, { batch }: { batch: StoredBatch }) =>
    void response.json(toWire(batch) satisfies Batch);
  router.post('/buying/batches/:id/confirm', requireRight('buy'), async (request, response) => {
    const { total } = readFields(confirmation, request.body);
    answer(response, done(await confirmBatch(db, byOf(response), ofPerson(request, response), total)));
  });
  router.post('/buying/batches/:id/resume', requireRight('buy'), async (request, response) => {
    answer(response, done(await resumeBatch(db, byOf(response), ofPerson(request, response))));
  });
  for (const how of ['pause', 'cancel'] as const)
    router.post(`/buying/batches/:id/${how}`, requireRight('buy'), async (request, response) => {
      answer(response, done(await stopBatch(db, byOf(response), ofPerson(request, response), how)));
    });
  return router;
}

/** `serveStored` serves them, and their files. */
const LISTS = ['/buying/batches', '/buying/batches.csv', '/buying/batches/:id/rows', '/buying/batches/:id/rows.csv'];

const newFile = Joi.object<{ id: string; name: string; text: string }>({
  id: batchId,
  name: line.label('Name'),
  text: Joi.string().allow('').required(),
});
const confirmation = Joi.object<{ total: bigint }>({ total: naira.label('Total') });

const byRow: Place<StoredRow, number> = { pattern: PLACE.row, of: ({ row }) => String(row), read: Number };

const byOpening: Place<StoredBatch, Pick<StoredBatch, 'openedAt' | 'id'>> = {
  pattern: new RegExp(`^\\d{1,15}\\.${UUID_PATTERN}$`),
  of: ({ openedAt, id }) => `${openedAt.getTime()}.${id}`,
  read: (text) => {
    const [at = '', id = ''] = text.split('.');
    return { openedAt: new Date(Number(at)), id };
  },
};
