import { findAccount } from '@topup/core/account';
import {
  COLLECTIONS,
  type CollectedTransfer,
  type CollectionState,
  type ComparedDay,
  changeCollections,
  collectionStates,
  confirmMatched,
  confirmTransfer,
  dismissTransfer,
  importBankFile,
  listComparedDays,
  listFundingAccounts,
  listTransfers,
  readCollectionRule,
  sumMatched,
  sumTransfers,
  type TransferState,
  transferStates,
} from '@topup/core/collection';
import { explainRefusal } from '@topup/core/errors';
import { type CsvColumns, countOpenFindings } from '@topup/core/reconciliation';
import { type Db, formatNaira, pick, toWire } from '@topup/core/shared';
import type { Collections, ConfirmedMatched, ImportedBankFile } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { numberOf, serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored, serveWhole } from '../../http/lists';
import { byNumber } from '../../http/pagination';
import { query } from '../../http/query';
import { line } from '../../http/read-fields';
import { refusalOf } from '../../http/refusal';
import { toFunding } from '../accounts/change-account';
import { approvalNote, naira, nairaFromZero } from '../operator.input';
import { FILE, servePreview } from '../reconciliation/file-fields';

type CollectionDeps = Pick<Deps, 'collector'> & ListDeps;

/** What clients transfer to us, by a collector or to our own bank. */
export function collectionRoutes(deps: CollectionDeps): Router {
  const { db } = deps;
  const router = Router();
  router.get('/collections', async (_request, response) => response.json(await readCollections(deps)));
  serveLists(router, deps);
  serveDecisions(router, deps);
  // what the collector may add to wallets; to allow more asks a second operator
  serveChange(router, '/collections/rule', {
    body: Joi.object<{ state: CollectionState; cap: bigint; note: string }>({
      state: Joi.valid(...collectionStates).required(),
      cap: nairaFromZero.label('Daily cap'),
      note: line.label('Note'),
    }),
    make: ({ state, cap: capKobo, note }, by) => changeCollections(db, by, { state, capKobo }, note),
  });
  servePreview(router, '/collections/import/preview', deps.clock);
  // lists the money in of a file of our bank; a person confirms each row
  serveChange(router, '/collections/import', {
    body: Joi.object<{ text: string; columns: CsvColumns; zone: string }>(FILE),
    make: ({ text, ...shape }, by) => importBankFile(db, by, { text, shape }),
    answer: (imported): ImportedBankFile => pick(imported, 'rows', 'added', 'matched', 'other', 'conflicts'),
  });
  return router;
}

async function readCollections({ db, collector }: CollectionDeps): Promise<Collections> {
  const [{ state, capKobo }, totals, matched, counts] = await Promise.all([
    readCollectionRule(db),
    sumTransfers(db),
    sumMatched(db),
    countOpenFindings(db),
  ]);
  const findings = counts.filter(({ provider }) => provider === COLLECTIONS);
  return {
    collector: collector?.name ?? null,
    state,
    cap: formatNaira(capKobo),
    totals: toWire(totals),
    matched: toWire(matched),
    openFindings: findings.reduce((sum, { open }) => sum + open, 0),
  };
}

function serveLists(router: Router, deps: ListDeps): void {
  const { db } = deps;
  serveStored(router, deps, {
    path: '/collections/transfers',
    file: 'transfers',
    filters: { state: query.oneOf(['open', ...transferStates]), ...SPAN },
    place: byNumber,
    read: (asked: Span & { state?: TransferState | 'open' }, { after, limit }) =>
      listTransfers(db, { ...asked, before: after ?? undefined, limit }),
    toRow: (transfer: CollectedTransfer) => transfer,
    columns: columnsOf<CollectedTransfer>()([
      'id,collector,reference,state,reason,amount,settled,account_id,account_name,payer,payer_bank,paid_on,found_at',
      'entry_id,reversed_at,note,perhaps_funded_as',
    ]),
  });
  serveStored(router, deps, {
    path: '/collections/days',
    file: 'compared-days',
    filters: SPAN,
    place: byDay,
    read: (asked: Span, { after, limit }) => listComparedDays(db, { ...asked, before: after ?? undefined, limit }),
    toRow: (day: ComparedDay) => day,
    columns: columnsOf<ComparedDay>()(['day,listed,listed_amount,booked,booked_amount,compared_at']),
  });
  serveWhole(router, deps, {
    path: '/collections/accounts',
    file: 'funding-accounts',
    read: () => listFundingAccounts(db),
    columns: columnsOf<Awaited<ReturnType<typeof listFundingAccounts>>[number]>()([
      'account_id,account_name,collector,asked_at,read_at',
      ['account_numbers', ({ banks }) => banks.map((each) => `${each.bankCode}:${each.accountNumber}`).join(' ')],
    ]),
  });
}

const byDay = { pattern: /^\d{4}-\d\d-\d\d$/, of: ({ day }: { day: string }) => day, read: String };

type Confirming = { account?: string; note: string; approvalNote?: string };

function serveDecisions(router: Router, { db }: ListDeps): void {
  // credits a transfer that waits; `account`: whose it is, when it belongs to nobody
  serveChange(router, '/collections/transfers/:id/confirm', {
    of: numberOf('transfer'),
    body: Joi.object<Confirming>({
      account: line.optional().empty('').label('Account'),
      note: line.label('Note'),
      approvalNote,
    }),
    make: async ({ account, note, approvalNote: approval }, by, id) =>
      confirmTransfer(db, by, { id, accountId: await accountNamed(db, account), note, approval }),
    answer: toFunding,
  });
  // takes it off the list: no wallet gets it
  serveChange(router, '/collections/transfers/:id/dismiss', {
    of: numberOf('transfer'),
    body: Joi.object<{ note: string }>({ note: line.label('Note') }),
    make: ({ note }, by, id) => dismissTransfer(db, by, id, note),
  });
  // credits what a file of our bank has matched, if it is still what the operator saw
  serveChange(router, '/collections/confirm-matched', {
    body: Joi.object<{ count: number; total: bigint; note: string }>({
      count: Joi.number().integer().positive().required(),
      total: naira.label('Total'),
      note: line.label('Note'),
    }),
    make: ({ count, total: totalKobo, note }, by) => confirmMatched(db, by, { count, totalKobo, note }),
    answer: ({ funded, fundedKobo, asked, refused }): ConfirmedMatched => ({
      funded,
      amount: formatNaira(fundedKobo),
      asked,
      refused: refused.map(({ reference, why }) => ({ reference, message: explainRefusal(why).text })),
    }),
  });
}

/** @throws Refusal 404 when there is no such account */
async function accountNamed(db: Db, idOrName: string | undefined): Promise<string | undefined> {
  if (idOrName === undefined) return undefined;
  const account = await findAccount(db, idOrName);
  if (account === null) throw refusalOf({ kind: 'no_such_account', account: idOrName });
  return account.id;
}
