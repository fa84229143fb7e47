import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { catalogueRoutes } from './catalogue/catalogue.routes';
import { createDelays } from './faults/delays';
import { createOutage } from './faults/outage';
import { mayGet } from './http/credentials';
import { fieldsOf, isPlainJson, readBody, readPlainJson } from './http/read-body';
import { reply } from './http/send-json';
import { verifyRoute } from './merchant-verify/verify.route';
import { operatorRoutes } from './operator/operator.routes';
import { refusalReply, SYSTEM_ERROR } from './orders/order-replies';
import { payRoute } from './orders/pay.route';
import { requeryRoute } from './orders/requery.route';
import { DEFAULT_OPTIONS, type SandboxOptions } from './settings';
import { type Ledger, openBook } from './store/store';

export type Sandbox = {
  app: RequestListener;
  /** What `GET /ledger` answers. */
  ledger: () => Ledger;
  /** Drops the delayed outcomes that are not recorded yet, and the callbacks under way, and closes the file. Close the server first. */
  close: () => void;
};

/**
 * Builds a VTpass look-alike that sells airtime, data, TV and power, and misbehaves on demand (see `outcomes.ts`).
 * @throws Error when the options name a file that cannot be opened or read
 */
export function buildSandbox(overrides: Partial<SandboxOptions> = {}): Sandbox {
  const options = { ...DEFAULT_OPTIONS, ...overrides };
  const book = openBook(options);
  const delays = createDelays();
  const outage = createOutage();
  const stopping = new AbortController();
  const app = express();
  app.disable('x-powered-by').disable('etag');

  app.use('/api', outage.middleware);
  const pay = payRoute({ book, options, delays });
  app.post('/api/pay', readBody, (request: Request, response: Response) =>
    pay(fieldsOf(request), request.headers, response),
  );
  app.post('/api/requery', readBody, requeryRoute({ book, options }));
  app.post('/api/merchant-verify', readBody, verifyRoute({ book, options, delays }));
  app.use('/api', catalogueRoutes({ book, options }));
  app.get('/api/balance', (request, response) => {
    response.json(
      mayGet(request.headers, options) ? { code: 1, contents: { balance: book.floatNaira() } } : refusalReply('087'),
    );
  });
  app.use(operatorRoutes({ book, options, outage, delays, stopping: stopping.signal }));
  app.get('/ledger', (_request, response) => void response.json(book.ledger()));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(
    (request, response) => void response.status(404).json({ error: `no ${request.method} ${request.path} here` }),
  );
  app.use(answerSystemError);

  /** Purchases that come as all of ours do are spared the way through Express; whatever else comes is not. */
  function listen(...[request, response]: Parameters<RequestListener>): void {
    const spared =
      request.method === 'POST' &&
      request.url === '/api/pay' &&
      !outage.paths().includes('pay') &&
      isPlainJson(request);
    if (!spared) return void app(request, response);
    readPlainJson(
      request,
      (fields) => void pay(fields, request.headers, response).catch(() => reply(response, SYSTEM_ERROR, 500)),
    );
  }

  return {
    app: listen,
    ledger: book.ledger,
    close() {
      stopping.abort();
      delays.clear();
      book.close();
    },
  };
}

/** A fault of the sandbox itself (its disk is full) looks like one of VTpass's. */
const answerSystemError: ErrorRequestHandler = (fault, _request, response, next) => {
  if (response.headersSent) next(fault);
  else response.status(500).json(SYSTEM_ERROR);
};
