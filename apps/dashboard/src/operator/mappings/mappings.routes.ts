import { acceptAllProposals, changeMappings, readCatalogueMap } from '@topup/core/catalogue';
import { catalogueOwner } from '@topup/core/provider';
import { toWire } from '@topup/core/shared';
import type { MappingStatus, MappingsChanged, MappingTable } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { type ListDeps, serveTable } from '../../http/lists';
import { query } from '../../http/query';
import { line, readQuery } from '../../http/read-fields';
import { rowId, search } from '../operator.input';
import { MAPPING_COLUMNS, toMappingRow, toOurRow, toTheirRow, UNMAPPED_COLUMNS } from './mappings.presenter';

type MappingDeps = Pick<Deps, 'db' | 'operator'>;

/** The most that one request decides on: as many as a page shows. */
const MOST_IDS = 500;

/** Maps the products of other providers to our products. */
export function mappingRoutes(deps: MappingDeps & ListDeps): Router {
  const { db, operator } = deps;
  const router = Router();
  router.get('/mappings', async (request, response) => {
    response.json(toWire(await readTable(deps, readQuery(ASKED, request))) satisfies MappingTable);
  });
  serveFiles(router, deps);
  for (const verb of ['confirm', 'reject'] as const)
    serveChange(router, `/mappings/${verb}`, {
      body: Joi.object<{ ids: number[] }>({ ids: Joi.array().items(rowId).min(1).max(MOST_IDS).required() }),
      make: ({ ids }, by) => changeMappings(db, by, { verb, ids }),
      answer: ({ changed }): MappingsChanged => ({ changed: changed.length }),
    });
  // confirms all proposals, of one provider or of all
  serveChange(router, '/mappings/accept', {
    body: Joi.object<{ provider?: string }>({ provider: line.optional().empty('') }),
    make: ({ provider }, by) => acceptAllProposals(db, by, provider === undefined ? namesOf(deps) : [provider]),
    answer: ({ changed, left }): MappingsChanged => ({ changed: changed.length, left }),
  });
  // maps one product of a provider by hand
  serveChange(router, '/mappings/make', {
    body: Joi.object<{ productId: number; to: string }>({ productId: rowId, to: line }),
    make: (pair, by) =>
      changeMappings(db, by, { verb: 'make', ...pair, owner: catalogueOwner(operator.providers)?.name ?? '' }),
    answer: ({ changed }): MappingsChanged => ({ changed: changed.length }),
  });
  return router;
}

const namesOf = ({ operator }: MappingDeps): string[] => operator.providers.map(({ name }) => name);

type Listed = { provider?: string; status?: MappingStatus; search?: string };

const LISTED = {
  provider: line.optional().empty(''),
  status: query.oneOf(['proposed', 'confirmed', 'rejected']),
  search,
};
const ASKED = Joi.object<Listed>(LISTED);

/** The tables of the same answer. */
function serveFiles(router: Router, deps: MappingDeps & ListDeps): void {
  serveTable(router, deps, {
    path: '/mappings',
    file: 'mappings',
    filters: LISTED,
    read: async (asked: Listed) => (await readTable(deps, asked)).mappings,
    columns: MAPPING_COLUMNS,
  });
  serveTable(router, deps, {
    path: '/mappings/unmapped',
    file: 'unmapped-products',
    filters: LISTED,
    read: async (asked: Listed) =>
      (await readTable(deps, asked)).unmapped.map(({ provider, ours }) => ({ provider, ...ours })),
    columns: UNMAPPED_COLUMNS,
  });
}

async function readTable(deps: MappingDeps, { provider, status, search = '' }: Listed) {
  const map = await readCatalogueMap(deps.db, deps.operator.providers, provider);
  const mappings = map.mappings.map(toMappingRow);
  const proposed = mappings.filter((row) => row.status === 'proposed');
  const withProposal = new Set(proposed.map(({ provider, ours }) => `${provider} ${ours?.product}`));
  return {
    providers: namesOf(deps),
    proposals: proposed.length,
    mappings: mappings.filter(
      ({ ours, theirs, ...row }) =>
        (status === undefined || row.status === status) &&
        hasText(search, ours?.name, ours?.product, theirs.name, theirs.code),
    ),
    unmapped: map.unmapped
      .map((each) => ({ provider: each.provider, ours: toOurRow(each.ours) }))
      .filter(({ provider, ours }) => !withProposal.has(`${provider} ${ours.product}`))
      .filter(({ ours }) => hasText(search, ours.name, ours.product)),
    unused: map.unused.map(toTheirRow),
  };
}

const hasText = (search: string, ...texts: (string | undefined)[]): boolean =>
  texts.join(' ').toLowerCase().includes(search.toLowerCase());
