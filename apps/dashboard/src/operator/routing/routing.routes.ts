import { type ProductType, productTypes } from '@topup/core/product';
import { usesOurWords } from '@topup/core/provider';
import {
  activateRouting,
  type ListedVersion,
  listServices,
  passedTexts,
  readRuleLines,
  readRules,
  type Simulation,
  searchVersions,
  simulateRoute,
  toRuleLines,
  writeRouting,
} from '@topup/core/routing';
import { toWire } from '@topup/core/shared';
import type { NewRoutingVersion, RouteSimulation, RoutingState } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import type { Deps, OperatorDeps } from '../../deps';
import { serveChange } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { type ListDeps, SPAN, type Span, serveStored } from '../../http/lists';
import { PLACE } from '../../http/pagination';
import { line, readQuery } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { naira, rowId } from '../operator.input';

const LONGEST_RULES = 20_000;

const SIMULATED = Joi.object<{ product: ProductType; service: string; amount: bigint; code?: string }>({
  product: Joi.string()
    .valid(...productTypes)
    .required(),
  service: line,
  amount: naira,
  code: line.optional().empty(''),
});

/** Which provider serves which order. */
export function routingRoutes(deps: Pick<Deps, 'operator'> & ListDeps): Router {
  const { db, operator } = deps;
  const providers = profilesOf(operator.providers);
  const router = Router();
  router.get('/routing', async (_request, response) => {
    const active = await readRules(db);
    response.json({
      providers: operator.providers.map(({ name }) => name),
      version: active?.version ?? null,
      rules: toRuleLines(active?.rules ?? []),
      products: listServices(providers),
    } satisfies RoutingState);
  });
  serveStored(router, deps, {
    path: '/routing/versions',
    file: 'routing-versions',
    filters: SPAN,
    place: { pattern: PLACE.row, of: ({ number }: ListedVersion) => String(number), read: Number },
    read: (asked: Span, { after: before, limit }) => searchVersions(db, { ...asked, before, limit }),
    toRow: toVersionRow,
    columns: columnsOf<ReturnType<typeof toVersionRow>>()([
      'number',
      ['rules', ({ rules }) => rules.join('\n')],
      'note,created_by,created_at,activated_at',
    ]),
  });
  router.get('/routing/simulation', async (request, response) => {
    const { product, service, amount, code = null } = readQuery(SIMULATED, request);
    const outcome = await simulateRoute(
      { db, providers },
      { productType: product, serviceId: service, amountKobo: amount, code, accountId: null },
    );
    response.json(toWire(toAnswer(done(outcome).simulation)) satisfies RouteSimulation);
  });
  serveChange(router, '/routing/versions', {
    body: Joi.object<NewRoutingVersion>({
      rules: Joi.string().allow('').max(LONGEST_RULES).required(),
      note: line,
      activate: Joi.boolean().strict().required(),
    }),
    make: async ({ rules: text, ...given }, by) => {
      const { rules, faults } = readRuleLines(text);
      if (faults.length > 0) throw refusalOf({ kind: 'routing_faulty', faults });
      return writeRouting(db, by, providers, { rules, ...given });
    },
    answer: ({ number }, { activate }) => ({ version: number, active: activate }),
  });
  serveChange(router, '/routing/activate', {
    body: Joi.object<{ version: number | null }>({ version: rowId.allow(null) }),
    make: ({ version }, by) => activateRouting(db, by, providers, version),
    answer: ({ before }, { version }) => ({ version, before }),
  });
  return router;
}

/** Returns the facts about the providers that need no request to them. */
const profilesOf = (providers: OperatorDeps['providers']) =>
  providers.map(({ name, sells, dataServices, products }) => ({
    name,
    dataServices,
    ownWords: usesOurWords({ products }),
    ...(sells && { sells }),
  }));

const toVersionRow = ({ rules, ...version }: ListedVersion) => ({ ...version, rules: toRuleLines(rules) });

const toAnswer = ({ passed, despite, ...simulation }: Simulation) => ({
  ...simulation,
  despite: despite === null ? null : passedTexts[despite],
  passed: passed.map(({ provider, why }) => ({ provider, why: passedTexts[why] })),
});
