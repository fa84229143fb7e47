import { getWebhookUrl } from '@topup/core/account';
import { hasActiveKey } from '@topup/core/api-key';
import { countAccountOpenPurchases, listAccountPurchases, spansUntil } from '@topup/core/reporting';
import { formatNaira } from '@topup/core/shared';
import { getWalletBalance } from '@topup/core/wallet';
import type { Overview, Range } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import { accountIdOf, timeZoneOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { query } from '../../http/query';
import { readFields } from '../../http/read-fields';
import { toTransactionRow } from '../transactions/transactions.presenter';
import { type CachedSums, createCachedSums } from './cached-sums';
import { spansOf, toDayTotals, toPoint } from './overview.presenter';

const RECENT = 10;

const schema = Joi.object<{ range: Range }>({ range: query.range() });

/** The overview of one account. */
export function overviewRoutes(deps: Pick<Deps, 'db' | 'clock'>): Router {
  return Router().get('/overview', readOverview(deps, createCachedSums(deps)));
}

/** GET /api/overview */
function readOverview({ db, clock }: Pick<Deps, 'db' | 'clock'>, cachedSums: CachedSums): RequestHandler {
  return async (request, response) => {
    const { range } = readFields(schema, request.query);
    const accountId = accountIdOf(response);
    const [now, zone] = [clock.now(), timeZoneOf(response)];
    const [today, spans] = [spansUntil(now, zone, 24, 1), spansOf(range, now, zone)];
    const [[ofToday = []], sums] = [await cachedSums.sums(accountId, today), await cachedSums.sums(accountId, spans)];
    const [balanceKobo, pending, recent, hasKey, webhookUrl] = await Promise.all([
      getWalletBalance(db, accountId),
      countAccountOpenPurchases(db, accountId),
      listAccountPurchases(db, accountId, {}, { after: null, limit: RECENT }),
      hasActiveKey(db, accountId),
      getWebhookUrl(db, accountId),
    ]);
    response.json({
      balance: formatNaira(balanceKobo),
      today: toDayTotals(ofToday),
      pending,
      range,
      points: spans.map((span, place) => toPoint(span, sums[place] ?? [])),
      recent: recent.map(toTransactionRow),
      setUp: {
        hasKey,
        hasWebhook: webhookUrl !== null,
        hasPurchase: recent.length > 0,
      },
    } satisfies Overview);
  };
}
