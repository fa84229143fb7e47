import { findAccount, openAccount, searchAccounts } from '@topup/core/account';
import { type EntryFilter, entryKinds, listEntries } from '@topup/core/reporting';
import { toWire } from '@topup/core/shared';
import { listAccountUsers } from '@topup/core/user';
import { maskUrl } from '@topup/core/webhook';
import type { AccountDetail, AccountRow, AccountStatus } from '@topup/dashboard-contract';
import { type Request, type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { changeKeyLimits } from '../../account/developers/key-limits';
import { KEY_COLUMNS, listKeyRows } from '../../account/developers/keys.presenter';
import { MEMBER_COLUMNS, toMember } from '../../account/team/team.presenter';
import { ENTRY_COLUMNS, toLedgerRow } from '../../account/wallet/wallet.presenter';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { PLACE, readPage } from '../../http/pagination';
import { parseIdParam } from '../../http/parse-id-param';
import { query } from '../../http/query';
import { line } from '../../http/read-fields';
import { notFound } from '../../http/refusal';
import { type ListDeps, present, SPAN, servePaged, serveTable } from '../list-routes';
import { name, search } from '../operator.input';
import { ACCOUNT_COLUMNS, toAccountRow } from './accounts.presenter';
import { serveAccountChanges } from './change-account';
import { adjustAccount, fundAccount } from './change-wallet';
import { findPayer } from './find-payer';
import type { MarkedAccounts } from './marked-accounts';

/** The accounts of the service, with their tiers and money. */
export function accountRoutes(deps: Pick<Deps, 'defaultLimits'> & ListDeps, marked: MarkedAccounts): Router {
  const router = Router();
  serveList(router, deps, marked);
  serveEntries(router, deps);
  serveKeysAndUsers(router, deps);
  router.post('/accounts', create(deps));
  router.get('/accounts/by-payment-reference', findPayer(deps));
  router.get('/accounts/:id', show(deps));
  serveAccountChanges(router, deps);
  router.post('/accounts/:id/fund', fundAccount(deps));
  router.post('/accounts/:id/adjust', adjustAccount(deps));
  router.post(
    '/keys/:id/limits',
    changeKeyLimits(deps, () => null),
  );
  return router;
}

type Listed = { search?: string; status?: AccountStatus; low: boolean; webhook?: 'failing' };

const LISTED = {
  search,
  status: query.oneOf(['active', 'suspended']),
  low: query.flag(),
  webhook: query.oneOf(['failing']),
};

function serveList(router: Router, deps: ListDeps, marked: MarkedAccounts): void {
  const idsOf = async ({ low, webhook }: Listed) => {
    const marks = await Promise.all([...(low ? [marked.low()] : []), ...(webhook ? [marked.failing()] : [])]);
    return marks.length === 0 ? undefined : marks.reduce((all, ids) => all.filter((id) => ids.includes(id)));
  };
  servePaged(router, deps, {
    path: '/accounts',
    file: 'accounts',
    filters: LISTED,
    place: PLACE.name,
    placeOf: ({ name }) => name,
    read: async (asked: Listed, { after, limit }) => {
      const { search, status } = asked;
      const ids = await idsOf(asked);
      return readPage(limit, (most) => searchAccounts(deps.db, { search, status, ids, after, limit: most })).then(
        present(toAccountRow),
      );
    },
    columns: ACCOUNT_COLUMNS,
  });
}

/** The ledger of one account, newest first. */
function serveEntries(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/accounts/:id/entries',
    file: 'ledger-entries',
    filters: { kind: query.oneOf(entryKinds), ...SPAN },
    place: PLACE.number,
    placeOf: ({ id }) => String(id),
    read: async (asked: EntryFilter, { after, limit }, request) => {
      const id = await requestedAccount(deps, request);
      const before = after === null ? null : BigInt(after);
      return readPage(limit, (most) => listEntries(deps.db, id, asked, { after: before, limit: most })).then(
        present(toLedgerRow),
      );
    },
    columns: ENTRY_COLUMNS,
  });
}

/** The other tables of `GET /accounts/:id`. */
function serveKeysAndUsers(router: Router, deps: ListDeps): void {
  serveTable(router, deps, {
    path: '/accounts/:id/keys',
    file: 'api-keys',
    filters: {},
    read: async (_asked, request) => listKeyRows(deps.db, await requestedAccount(deps, request)),
    columns: KEY_COLUMNS,
  });
  serveTable(router, deps, {
    path: '/accounts/:id/users',
    file: 'users',
    filters: {},
    read: async (_asked, request) =>
      (await listAccountUsers(deps.db, await requestedAccount(deps, request))).map(toMember),
    columns: MEMBER_COLUMNS,
  });
}

/** @throws Refusal 404 */
async function requestedAccount({ db }: Pick<Deps, 'db'>, request: Request): Promise<string> {
  const id = parseIdParam(request, 'account');
  if ((await findAccount(db, id)) === null) throw notFound('account');
  return id;
}

const create = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    body: Joi.object<{ name: string; tier: string }>({ name: name.label('Name'), tier: line.label('Tier') }),
    make: (account, by) => openAccount(db, by, account),
    answer: ({ account }): AccountRow => toWire(toAccountRow(account)),
    status: 201,
  });

function show({ db, defaultLimits }: Pick<Deps, 'db' | 'defaultLimits'>): RequestHandler {
  return async (request, response) => {
    const id = parseIdParam(request, 'account');
    const account = await findAccount(db, id);
    if (account === null) throw notFound('account');
    const [keys, users] = await Promise.all([listKeyRows(db, id), listAccountUsers(db, id)]);
    const webhookUrl = maskUrl(account.webhookUrl);
    const detail = { ...account, webhookUrl, defaultLimits, keys, users: users.map(toMember) };
    response.json(toWire(detail) satisfies AccountDetail);
  };
}
