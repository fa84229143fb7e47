import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { createDelays } from './faults/delays';
import { createOutage, VTPASS_PATHS } from './faults/outage';
import { fieldsOf, isPlainJson, readBody, readPlainJson } from './http/read-body';
import { MONNIFY_PATHS, monnifyRoutes } from './monnify/monnify.routes';
import { operatorRoutes } from './operator/operator.routes';
import { RELOADLY_PATHS, reloadlyPathName, reloadlyRoutes } from './reloadly/reloadly.routes';
import { createSettlements } from './reloadly/settle';
import { DEFAULT_OPTIONS, type SandboxOptions } from './settings';
import type { Ledger } from './store/ledger';
import { openStore } from './store/store';
import { catalogueRoutes } from './vtpass/catalogue/catalogue.routes';
import { mayGet } from './vtpass/credentials';
import { payRoute } from './vtpass/orders/pay.route';
import { requeryRoute } from './vtpass/orders/requery.route';
import { rejectionReply, SYSTEM_ERROR, sendJson } from './vtpass/replies';
import { verifyRoute } from './vtpass/verify/verify.route';

export type Sandbox = {
  app: RequestListener;
  /** What `GET /ledger` answers. */
  ledger: () => Ledger;
  /** Drops delayed outcomes and unfinished callbacks, and closes the file. Close the server first. */
  close: () => void;
};

/**
 * Builds an imitation of VTpass, Monnify and Reloadly that sells their products and fails on demand (see
 * `faults/outcomes.ts`).
 * @throws Error when the options name a file that cannot be opened or read
 */
export function buildSandbox(overrides: Partial<SandboxOptions> = {}): Sandbox {
  const options = { ...DEFAULT_OPTIONS, ...overrides };
  const store = openStore(options);
  const delays = createDelays();
  const outages = {
    vtpass: createOutage(VTPASS_PATHS),
    monnify: createOutage(MONNIFY_PATHS, (path) => path.split('/').at(-1)),
    reloadly: createOutage(RELOADLY_PATHS, reloadlyPathName),
  };
  const settlements = createSettlements({ store, options });
  const stopping = new AbortController();
  const app = express();
  app.disable('x-powered-by').disable('etag');

  app.use('/api', outages.vtpass.middleware);
  const pay = payRoute({ store, options, delays });
  app.post('/api/pay', readBody, (request: Request, response: Response) =>
    pay(fieldsOf(request), request.headers, response),
  );
  app.post('/api/requery', readBody, requeryRoute({ store, options }));
  app.post('/api/merchant-verify', readBody, verifyRoute({ store, options, delays }));
  app.use('/api', catalogueRoutes({ store, options }));
  app.get('/api/balance', (request, response) => {
    response.json(
      mayGet(request.headers, options) ? { code: 1, contents: { balance: store.floatNaira() } } : rejectionReply('087'),
    );
  });
  app.use('/monnify', monnifyRoutes({ store, options, delays, outage: outages.monnify }));
  app.use('/reloadly', reloadlyRoutes({ store, options, delays, outage: outages.reloadly, settlements }));
  app.use(operatorRoutes({ store, options, outages, delays, stopping: stopping.signal }));
  app.get('/ledger', (_request, response) => void response.json(ledger()));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(
    (request, response) => void response.status(404).json({ error: `no ${request.method} ${request.path} here` }),
  );
  app.use(answerSystemError);

  function ledger(): Ledger {
    settlements.settleDue();
    return store.ledger();
  }

  /** Purchases in the form that our adapter sends bypass Express, which is half of their cost. */
  function listen(...[request, response]: Parameters<RequestListener>): void {
    const bypasses =
      request.method === 'POST' &&
      request.url === '/api/pay' &&
      !outages.vtpass.paths().includes('pay') &&
      isPlainJson(request);
    if (!bypasses) return void app(request, response);
    readPlainJson(
      request,
      (fields) => void pay(fields, request.headers, response).catch(() => sendJson(response, SYSTEM_ERROR, 500)),
    );
  }

  return {
    app: listen,
    ledger,
    close() {
      stopping.abort();
      delays.clear();
      store.close();
    },
  };
}

/** A fault of the sandbox itself, such as a full disk, looks like a fault of VTpass. */
const answerSystemError: ErrorRequestHandler = (fault, _request, response, next) => {
  if (response.headersSent) next(fault);
  else response.status(500).json(SYSTEM_ERROR);
};
