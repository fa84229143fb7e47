import { type Request, type RequestHandler, type Response, Router } from 'express';
import { OUTAGES } from '../faults/outage';
import { type Fields, fieldsOf, readBody } from '../http/read-body';
import type { End, Played, State } from '../provider';
import { readKnobs } from './knob-rules';

type Named = Played & { name: string };

type OperatorDeps = { played: readonly [Named, ...Named[]]; now: () => Date };

/**
 * Serves the actions that only a provider's staff could do: `PUT /outage` takes paths down, `PUT /float` sets the
 * balance, `POST /settle/:requestId` settles an order, `PUT /products` turns products off and on, `PUT /knobs` changes
 * the behaviour of a provider, and `GET /knobs` shows it. It also serves the routes that only one provider has. Without
 * a provider's name a call means the first one, and like `/ledger` no route needs a key.
 */
export function operatorRoutes({ played, now }: OperatorDeps): Router {
  const turnable = played.filter(({ knobRules }) => knobRules !== undefined);
  const at = () => now().toISOString();

  /** The provider that a call is about. */
  const about =
    (act: (provider: Named, fields: Fields, response: Response, request: Request) => unknown): RequestHandler =>
    (request, response) => {
      const fields = fieldsOf(request);
      const { provider = played[0].name } = fields;
      const found = played.find(({ name }) => name === provider);
      if (found === undefined) return complain(response, 400, `provider must be ${namesOf(played)}`);
      return void act(found, fields, response, request);
    };

  const setOutage = about(({ outage }, { paths, how }, response) => {
    if (!outage.set(paths, how)) {
      const wanted = `"paths": "all" or some of ${outage.known.join(', ')}; "how": one of ${OUTAGES.join(', ')}`;
      return complain(response, 400, `send ${wanted}`);
    }
    response.json({ paths: outage.paths(), how });
  });

  const setFloat = about(({ book }, { naira }, response) => {
    if (!isFloat(naira))
      return complain(response, 400, `send { "naira": 0 to ${MAX_FLOAT_NAIRA}, with at most two decimals }`);
    book.record({ entry: 'float', naira, at: at() });
    response.json({ naira });
  });

  const settle = about(async ({ findOrder }, { status }, response, { params }) => {
    if (status !== 'delivered' && status !== 'reversed')
      return complain(response, 400, 'send { "status": "delivered" | "reversed" }');
    const order = findOrder(String(params.requestId));
    if (order === undefined) return complain(response, 404, 'no order has this request id');
    if (!maySettle(order.state, status))
      return complain(response, 409, `a ${order.state} order cannot become ${status}`);
    response.json({ callback: await order.settle(status, at()) });
  });

  const turnOff = about(({ name, book, sells }, { off }, response) => {
    if (!isTexts(off)) return complain(response, 400, 'send { "off": [...] } with codes of products, as texts');
    const unknown = off.find((code) => !sells(code));
    if (unknown !== undefined) return complain(response, 400, `${name} does not sell ${unknown}`);
    book.record({ entry: 'products-off', products: off, at: at() });
    response.json({ off });
  });

  const setKnobs: RequestHandler = (request, response) => {
    const { provider, ...fields } = fieldsOf(request);
    const found = turnable.find(({ name }) => name === provider);
    if (found?.knobRules === undefined) {
      const others = namesOf(played.filter((each) => !turnable.includes(each)));
      return complain(response, 400, `provider must be ${namesOf(turnable)}; ${others} has no knobs`);
    }
    const { knobs, error } = readKnobs(found.knobRules, fields);
    if (error !== null) return complain(response, 400, error);
    found.book.record({ entry: 'knobs', knobs, at: at() });
    response.json(found.book.knobs());
  };

  const routes = Router();
  for (const { operatorRoutes: own } of played) if (own !== undefined) routes.use(own);
  return routes
    .use(['/outage', '/float', '/settle', '/products', '/knobs'], readBody)
    .put('/outage', setOutage)
    .put('/float', setFloat)
    .post('/settle/:requestId', settle)
    .put('/products', turnOff)
    .put('/knobs', setKnobs)
    .get('/knobs', (_request, response) => {
      response.json(Object.fromEntries(turnable.map(({ name, book }) => [name, book.knobs()])));
    });
}

/** Answers an operator's call that cannot be done. */
export function complain(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

const namesOf = (all: readonly Named[]): string => all.map(({ name }) => name).join(' or ');

const isTexts = (off: unknown): off is string[] => Array.isArray(off) && off.every((code) => typeof code === 'string');

const MAX_FLOAT_NAIRA = 1_000_000_000;

const isFloat = (naira: unknown): naira is number =>
  typeof naira === 'number' && naira >= 0 && naira <= MAX_FLOAT_NAIRA && Math.round(naira * 100) / 100 === naira;

/** A pending order can be delivered or reversed, a delivered one only reversed. */
function maySettle(state: State, status: End): boolean {
  return state === 'pending' || (state === 'delivered' && status === 'reversed');
}
