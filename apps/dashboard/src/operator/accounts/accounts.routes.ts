import { findAccount, matchPaymentReference, openAccount, searchAccounts } from '@topup/core/account';
import { type EntryFilter, listEntries } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import { listAccountUsers, type Member } from '@topup/core/user';
import { maskUrl } from '@topup/core/webhook';
import type { AccountDetail, AccountRow, AccountStatus } from '@topup/dashboard-contract';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { KEY_COLUMNS, listKeyRows, serveKeyLimits } from '../../account/developers/keys.routes';
import { ENTRIES } from '../../account/wallet/wallet.routes';
import { toMember } from '../../auth/user-links';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, serveStored, serveTable } from '../../http/lists';
import { PLACE } from '../../http/pagination';
import { query } from '../../http/query';
import { line, parseIdParam, readQuery } from '../../http/read-fields';
import { done, notFound } from '../../http/refusal';
import { name, search } from '../operator.input';
import { serveAccountChanges, serveWalletChanges, toAccountRow } from './change-account';
import type { MarkedAccounts } from './marked-accounts';

/** The accounts of the service, with their tiers and money. */
export function accountRoutes(deps: Pick<Deps, 'defaultLimits'> & ListDeps, marked: MarkedAccounts): Router {
  const { db, defaultLimits } = deps;
  const router = Router();
  serveList(router, deps, marked);
  serveFilesOfOne(router, deps);
  serveChange(router, '/accounts', {
    body: Joi.object<{ name: string; tier: string }>({ name: name.label('Name'), tier: line.label('Tier') }),
    make: (account, by) => openAccount(db, by, account),
    answer: ({ account }): AccountRow => toWire(toAccountRow(account)),
    status: 201,
  });
  // whose the payment reference of a bank transfer is, so that the operator sees the name before they fund
  router.get('/accounts/by-payment-reference', async (request, response) => {
    const { account } = done(await matchPaymentReference(db, readQuery(PAID, request).reference));
    response.json(toWire(toAccountRow(account)) satisfies AccountRow);
  });
  router.get('/accounts/:id', async (_request, response) => {
    const account = await requestedAccount(deps, response);
    const [keys, users] = await Promise.all([listKeyRows(db, account.id), listAccountUsers(db, account.id)]);
    const webhookUrl = maskUrl(account.webhookUrl);
    const detail = { ...account, webhookUrl, defaultLimits, keys, users: users.map(toMember) };
    response.json(toWire(detail) satisfies AccountDetail);
  });
  serveAccountChanges(router, deps);
  serveWalletChanges(router, deps);
  serveKeyLimits(router, deps, () => null);
  return router;
}

const PAID = Joi.object<{ reference: string }>({ reference: line.label('Payment reference') });

type Listed = { search?: string; status?: AccountStatus; low: boolean; webhook?: 'failing' };

function serveList(router: Router, deps: ListDeps, marked: MarkedAccounts): void {
  const idsOf = async ({ low, webhook }: Listed) => {
    const marks = await Promise.all([...(low ? [marked.low()] : []), ...(webhook ? [marked.failing()] : [])]);
    return marks.length === 0 ? undefined : marks.reduce((all, ids) => all.filter((id) => ids.includes(id)));
  };
  serveStored(router, deps, {
    path: '/accounts',
    file: 'accounts',
    filters: {
      search,
      status: query.oneOf(['active', 'suspended']),
      low: query.flag(),
      webhook: query.oneOf(['failing']),
    },
    place: { pattern: PLACE.name, of: ({ name }: { name: string }) => name, read: String },
    read: async (asked: Listed, page) => {
      const { search, status } = asked;
      return searchAccounts(deps.db, { search, status, ids: await idsOf(asked), ...page });
    },
    toRow: toAccountRow,
    columns: columnsOf<ReturnType<typeof toAccountRow>>()(['id,name,status,tier,balance,created_at']),
  });
}

/** The ledger of an account, and the other tables of `GET /accounts/:id`. */
function serveFilesOfOne(router: Router, deps: ListDeps): void {
  serveStored(router, deps, {
    path: '/accounts/:id/entries',
    file: 'ledger-entries',
    ...ENTRIES,
    read: async (asked: EntryFilter, page, response) =>
      listEntries(deps.db, (await requestedAccount(deps, response)).id, asked, page),
  });
  serveTable(router, deps, {
    path: '/accounts/:id/keys',
    file: 'api-keys',
    read: async (_asked, response) => listKeyRows(deps.db, (await requestedAccount(deps, response)).id),
    columns: KEY_COLUMNS,
  });
  serveTable(router, deps, {
    path: '/accounts/:id/users',
    file: 'users',
    read: async (_asked, response) =>
      (await listAccountUsers(deps.db, (await requestedAccount(deps, response)).id)).map(toMember),
    columns: columnsOf<Member>()(['id,name,email,role,invited,two_factor,last_sign_in_at,created_at']),
  });
}

/** @throws Refusal 404 */
async function requestedAccount({ db }: Pick<Deps, 'db'>, { req }: Response) {
  const account = await findAccount(db, parseIdParam(req, 'account'));
  if (account === null) throw notFound('account');
  return account;
}
