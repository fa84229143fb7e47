import { createTier, listTiers, setTierMarkup, type TierSummary } from '@topup/core/account';
import { type NewAction, withAuditLog } from '@topup/core/audit';
import type { DbOrTransaction } from '@topup/core/shared';
import type { TierRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { actorOf, originOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { name, percent } from '../operator.input';

/** Tiers: the markup over cost that accounts pay for data plans. */
export function tierRoutes(deps: Pick<Deps, 'db'>): Router {
  const router = Router();
  router.get('/tiers', list(deps));
  router.post('/tiers', set(deps));
  return router;
}

function list({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json((await listTiers(db)).map(toTierRow) satisfies TierRow[]);
  };
}

/** Creates a tier, or changes the markup of the tier of that name. */
function set({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ name: string; markupPercent: number }>({ name, markupPercent: percent });
  return async (request, response) => {
    const { name, markupPercent: markupBps } = readFields(body, request.body);
    const tier = await withAuditLog(db, actorOf(response), originOf(response), (tx) =>
      createOrChange(tx, { name, markupBps }),
    );
    response.json(toTierRow(tier) satisfies TierRow);
  };
}

async function createOrChange(
  tx: DbOrTransaction,
  wanted: { name: string; markupBps: number },
): Promise<{ result: TierSummary; action: NewAction | null }> {
  const to = formatPercent(wanted.markupBps);
  const created = await createTier(tx, wanted);
  if (created.kind === 'created')
    return { result: created, action: { action: 'tier.create', subject: wanted.name, details: { markupPercent: to } } };
  const before = (await listTiers(tx)).find((tier) => tier.name === wanted.name);
  const changed = await setTierMarkup(tx, wanted);
  if (changed.kind === 'no_such_tier' || before === undefined)
    throw new Error(`tier ${wanted.name} is neither new nor there`);
  const from = formatPercent(before.markupBps);
  return {
    result: changed,
    action: from === to ? null : { action: 'tier.markup', subject: wanted.name, details: { from, to } },
  };
}

const toTierRow = ({ id, name, markupBps }: TierSummary): TierRow => ({
  id,
  name,
  markupPercent: formatPercent(markupBps),
});

const formatPercent = (bps: number): string => (bps / 100).toFixed(2);
