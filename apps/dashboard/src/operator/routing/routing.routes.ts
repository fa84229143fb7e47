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
import type { RouteSimulation, RoutingState } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { columnsOf } from '../../http/csv';
import { PLACE, readPage } from '../../http/pagination';
import { line, readQuery } from '../../http/read-fields';
import { done, refusalOf } from '../../http/refusal';
import { type ListDeps, present, SPAN, type Span, servePaged } from '../list-routes';
import { naira, rowId } from '../operator.input';

type RoutingDeps = Pick<Deps, 'db' | 'operator'>;

const LONGEST_RULES = 20_000;

/** Which provider serves which order. */
export function routingRoutes(deps: RoutingDeps & ListDeps): Router {
  const router = Router();
  router.get('/routing', show(deps));
  serveVersions(router, deps);
  router.get('/routing/simulation', simulate(deps));
  router.post('/routing/versions', write(deps));
  router.post('/routing/activate', activate(deps));
  return router;
}

/** What is known of the providers without asking them. */
const profilesOf = ({ operator }: RoutingDeps) =>
  operator.providers.map(({ name, sells, dataServices, products }) => ({
    name,
    dataServices,
    ownWords: usesOurWords({ products }),
    ...(sells && { sells }),
  }));

function show(deps: RoutingDeps): RequestHandler {
  const { db } = deps;
  return async (_request, response) => {
    const active = await readRules(db);
    response.json({
      providers: deps.operator.providers.map(({ name }) => name),
      version: active?.version ?? null,
      rules: toRuleLines(active?.rules ?? []),
      products: listServices(profilesOf(deps)),
    } satisfies RoutingState);
  };
}

function serveVersions(router: Router, deps: ListDeps): void {
  servePaged(router, deps, {
    path: '/routing/versions',
    file: 'routing-versions',
    filters: SPAN,
    place: PLACE.row,
    placeOf: ({ number }) => String(number),
    read: (asked: Span, { after, limit }) => {
      const before = after === null ? null : Number(after);
      return readPage(limit, (most) => searchVersions(deps.db, { ...asked, before, limit: most })).then(
        present(toVersionRow),
      );
    },
    columns: columnsOf<ReturnType<typeof toVersionRow>>()([
      'number',
      ['rules', ({ rules }) => rules.join('\n')],
      'note,created_by,created_at,activated_at',
    ]),
  });
}

const toVersionRow = ({ rules, ...version }: ListedVersion) => ({ ...version, rules: toRuleLines(rules) });

const write = (deps: RoutingDeps): RequestHandler =>
  change({
    body: Joi.object<{ rules: string; note: string; activate: boolean }>({
      rules: Joi.string().allow('').max(LONGEST_RULES).required(),
      note: line,
      activate: Joi.boolean().strict().required(),
    }),
    make: async ({ rules: text, ...given }, by) => {
      const { rules, faults } = readRuleLines(text);
      if (faults.length > 0) throw refusalOf({ kind: 'routing_faulty', faults });
      return writeRouting(deps.db, by, profilesOf(deps), { rules, ...given });
    },
    answer: ({ number }, { activate }) => ({ version: number, active: activate }),
  });

const activate = (deps: RoutingDeps): RequestHandler =>
  change({
    body: Joi.object<{ version: number | null }>({ version: rowId.allow(null) }),
    make: ({ version }, by) => activateRouting(deps.db, by, profilesOf(deps), version),
    answer: ({ before }, { version }) => ({ version, before }),
  });

function simulate(deps: RoutingDeps): RequestHandler {
  const query = Joi.object<{ product: ProductType; service: string; amount: bigint; code?: string }>({
    product: Joi.string()
      .valid(...productTypes)
      .required(),
    service: line,
    amount: naira,
    code: line.optional().empty(''),
  });
  return async (request, response) => {
    const { product, service, amount, code = null } = readQuery(query, request);
    const outcome = await simulateRoute(
      { db: deps.db, providers: profilesOf(deps) },
      { productType: product, serviceId: service, amountKobo: amount, code, accountId: null },
    );
    response.json(toWire(toAnswer(done(outcome).simulation)) satisfies RouteSimulation);
  };
}

const toAnswer = ({ passed, despite, ...simulation }: Simulation) => ({
  ...simulation,
  despite: despite === null ? null : passedTexts[despite],
  passed: passed.map(({ provider, why }) => ({ provider, why: passedTexts[why] })),
});
