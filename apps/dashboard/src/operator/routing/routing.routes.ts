import { type ProductType, productTypes, usesOurWords } from '@topup/core/provider';
import {
  activateRouting,
  listServices,
  listVersions,
  passedTexts,
  readRuleLines,
  readRules,
  type Simulation,
  simulateRoute,
  toRuleLines,
  writeRouting,
} from '@topup/core/routing';
import { formatNaira } from '@topup/core/shared';
import type { RouteSimulation, RoutingState, RoutingVersionRow } from '@topup/dashboard-contract';
import { type RequestHandler, Router } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { line, naira, rowId } from '../operator.input';
import {
  codeNeeded,
  noServiceOfProduct,
  noSuchProduct,
  noSuchRoutingVersion,
  routingActiveAlready,
  routingFaulty,
} from '../refusals';

type RoutingDeps = Pick<Deps, 'db' | 'operator'>;

const MOST_VERSIONS = 20;
const LONGEST_RULES = 20_000;

/** Which provider serves which order. */
export function routingRoutes(deps: RoutingDeps): Router {
  const router = Router();
  router.get('/routing', show(deps));
  router.get('/routing/simulation', simulate(deps));
  router.post('/routing/versions', write(deps));
  router.post('/routing/activate', activate(deps));
  return router;
}

/** What is known of the providers without asking them. */
const profilesOf = ({ operator }: RoutingDeps) =>
  operator.providers.map(({ name, sells, dataServices, products }) => ({
    ...{ name, dataServices, ownWords: usesOurWords({ products }) },
    ...(sells && { sells }),
  }));

function show(deps: RoutingDeps): RequestHandler {
  const { db } = deps;
  return async (_request, response) => {
    const [active, { versions, activations }] = await Promise.all([readRules(db), listVersions(db, MOST_VERSIONS)]);
    const rows = versions.map(async ({ number, note, createdBy, createdAt }): Promise<RoutingVersionRow> => {
      const at = activations.find(({ version }) => version === number)?.activatedAt;
      return {
        ...{ number, note, createdBy, createdAt: createdAt.toISOString(), activatedAt: at?.toISOString() ?? null },
        rules: toRuleLines((await readRules(db, number))?.rules ?? []),
      };
    });
    response.json({
      providers: deps.operator.providers.map(({ name }) => name),
      version: active?.version ?? null,
      rules: toRuleLines(active?.rules ?? []),
      versions: await Promise.all(rows),
      products: listServices(profilesOf(deps)).map(({ productType, services }) => ({ product: productType, services })),
    } satisfies RoutingState);
  };
}

function write(deps: RoutingDeps): RequestHandler {
  const body = Joi.object<{ rules: string; note: string; activate: boolean }>({
    rules: Joi.string().allow('').max(LONGEST_RULES).required(),
    note: line,
    activate: Joi.boolean().strict().required(),
  });
  return async (request, response) => {
    const { rules: text, ...given } = readFields(body, request.body);
    const { rules, faults } = readRuleLines(text);
    if (faults.length > 0) throw routingFaulty(faults);
    const outcome = await writeRouting(deps.db, byOf(response), profilesOf(deps), { rules, ...given });
    if (outcome.kind === 'faulty') throw routingFaulty(outcome.faults);
    response.json({ version: outcome.number, active: given.activate });
  };
}

function activate(deps: RoutingDeps): RequestHandler {
  const body = Joi.object<{ version: number | null }>({ version: rowId.allow(null) });
  return async (request, response) => {
    const { version } = readFields(body, request.body);
    const outcome = await activateRouting(deps.db, byOf(response), profilesOf(deps), version);
    switch (outcome.kind) {
      case 'done':
        response.json({ version, before: outcome.before });
        return;
      case 'no_such_version':
        throw noSuchRoutingVersion(version ?? 0);
      case 'unchanged':
        throw routingActiveAlready(version);
      case 'faulty':
        throw routingFaulty(outcome.faults);
    }
  };
}

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
    const { product, service, amount, code = null } = readFields(query, request.query);
    const outcome = await simulateRoute(
      { db: deps.db, providers: profilesOf(deps), dearer: deps.operator.dearer },
      { productType: product, serviceId: service, amountKobo: amount, code, accountId: null },
    );
    switch (outcome.kind) {
      case 'simulated':
        response.json(toAnswer(outcome.simulation));
        return;
      case 'no_such_service':
        throw noServiceOfProduct(service, product, outcome.services);
      case 'code_needed':
        throw codeNeeded();
      case 'no_such_product':
        throw noSuchProduct(outcome.product);
      case 'no_such_version':
      case 'no_such_account':
        throw new Error(`no ${outcome.kind} was asked for`);
    }
  };
}

const toAnswer = ({ costKobo, passed, despite, ...simulation }: Simulation): RouteSimulation => ({
  ...simulation,
  despite: despite === null ? null : passedTexts[despite],
  cost: costKobo === null ? null : formatNaira(costKobo),
  passed: passed.map(({ provider, why }) => ({ provider, why: passedTexts[why] })),
});
