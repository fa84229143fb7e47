import { createTier, listTiers, setTierMarkup, type TierSummary } from '@topup/core/account';
import { type NewAction, priceActions } from '@topup/core/audit';
import type { DbOrTransaction } from '@topup/core/shared';
import type { PricePreview, TierRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { withFreshFactor } from '../../http/audit';
import type { CsvColumn } from '../../http/csv';
import { readFields, readQuery } from '../../http/read-fields';
import { type ListDeps, serveWhole } from '../list-routes';
import { name, percent } from '../operator.input';
import { noSuchTier } from '../refusals';
import { asPreviewed, previewPrices, seenField } from './preview-prices';

/** Tiers: the markup over cost that accounts pay for data plans. */
export function tierRoutes(deps: ListDeps): Router {
  const router = Router();
  serveWhole(router, deps, {
    path: '/tiers',
    file: 'tiers',
    filters: {},
    read: async (): Promise<TierRow[]> => (await listTiers(deps.db)).map(toTierRow),
    columns: TIER_COLUMNS,
  });
  router.post('/tiers', set(deps));
  router.get('/tiers/preview', preview(deps));
  return router;
}

const TIER_COLUMNS: CsvColumn<TierRow>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['markup_percent', ({ markupPercent }) => markupPercent],
];

const GIVEN = Joi.object<{ name: string; markupPercent: number; seen?: string }>({
  name,
  markupPercent: percent,
  seen: seenField,
});

/** What another markup of a tier would do. */
function preview(deps: Pick<Deps, 'db' | 'clock'>): RequestHandler {
  return async (request, response) => {
    const { name, markupPercent: markupBps } = readQuery(GIVEN, request);
    const { result, preview } = await previewPrices(deps, { tier: name }, (tx) =>
      setTierMarkup(tx, { name, markupBps }),
    );
    if (result.kind === 'no_such_tier') throw noSuchTier(name);
    response.json(preview satisfies PricePreview);
  };
}

/** Creates a tier, or changes the markup of the tier of that name. */
function set({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (request, response) => {
    const { name, markupPercent: markupBps, seen } = readFields(GIVEN, request.body);
    const tier = await withFreshFactor(db, response, (tx) => createOrChange(tx, { name, markupBps }, seen));
    response.json(toTierRow(tier) satisfies TierRow);
  };
}

async function createOrChange(
  tx: DbOrTransaction,
  wanted: { name: string; markupBps: number },
  seen: string | undefined,
): Promise<{ result: TierSummary; action: NewAction | null }> {
  const created = await createTier(tx, wanted);
  if (created.kind === 'created') return { result: created, action: priceActions.tierCreated(created) };
  const before = (await listTiers(tx)).find((tier) => tier.name === wanted.name);
  const previewed = { tier: wanted.name, ...(seen && { seen }) };
  const changed = await asPreviewed(tx, previewed, () => setTierMarkup(tx, wanted));
  if (changed.kind === 'no_such_tier' || before === undefined)
    throw new Error(`tier ${wanted.name} is neither new nor there`);
  return { result: changed, action: priceActions.markup(before, wanted.markupBps) };
}

const toTierRow = ({ id, name, markupBps }: TierSummary): TierRow => ({
  id,
  name,
  markupPercent: formatPercent(markupBps),
});

const formatPercent = (bps: number): string => (bps / 100).toFixed(2);
