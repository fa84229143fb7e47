import { type ChangePlace, FIRST_PLACE, lastPlace, listChanges, type PurchaseChange } from '@topup/core/reporting';
import { UUID_PATTERN } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { feedQuery, type Places, pageUntil, readListQuery, USUAL_ROWS } from '../../http/page-query';
import { callerOf, contextOf } from '../../http/request-context';
import { readList } from '../../lists/read-in-turns';
import { toItem } from './transaction.route';

const MOST_SECONDS = 20;

const PLACE = new RegExp(`^([0-9]{1,16})\\.([0-9]{1,18})\\.(${UUID_PATTERN})$`);

const places: Places<ChangePlace> = {
  write: ({ serverSinceUs, transaction, purchaseId }) => `${serverSinceUs}.${transaction}.${purchaseId}`,
  read(text) {
    const [, serverSinceUs, transaction, purchaseId] = PLACE.exec(text) ?? [];
    return serverSinceUs === undefined || transaction === undefined || purchaseId === undefined
      ? null
      : { serverSinceUs: BigInt(serverSinceUs), transaction: BigInt(transaction), purchaseId };
  },
};

export const changesQuery = feedQuery(places, MOST_SECONDS);

/**
 * GET /v1/transactions/changes: each purchase of the account when it became final, and again when it was reversed, in
 * an order that is the same at every read. A page always has a cursor, so that a client goes on from it forever.
 */
export function listTransactionChanges(deps: Deps): RequestHandler {
  const { db, changeWatch } = deps;
  return async (request, response) => {
    const { after = FIRST_PLACE, limit = USUAL_ROWS, wait = 0 } = readListQuery(changesQuery, request.query);
    const answer = (rows: PurchaseChange[], end: ChangePlace) =>
      response.json(pageUntil('Changes of transactions, oldest first.', rows.map(toRow), end, places));
    if (after === 'now') {
      answer([], await readList(deps, response, () => lastPlace(db)));
      return;
    }
    const read = () => readList(deps, response, (accountId) => listChanges(db, accountId, { after, limit }));
    let rows = await read();
    if (rows.length === 0 && wait > 0) {
      const untilMs = contextOf(response).arrivedAtMs + wait * 1_000;
      await changeWatch.wait({ accountId: callerOf(response).accountId, after }, untilMs, response);
      rows = await read();
    }
    answer(rows, rows.at(-1)?.place ?? after);
  };
}

const toRow = ({ purchase, changedAt }: PurchaseChange) => ({
  ...toItem(purchase),
  changed_at: changedAt.toISOString(),
});
