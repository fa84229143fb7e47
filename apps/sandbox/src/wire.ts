import type { RequestListener } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { createDelays } from './faults/delays';
import { operatorRoutes } from './operator/operator.routes';
import type { SandboxOptions } from './options';
import type { SandboxProvider } from './provider';
import { PROVIDERS } from './providers';
import { DEFAULT_OPTIONS } from './settings';
import type { Ledger } from './store/ledger';
import { openStore } from './store/store';

export type Sandbox = {
  app: RequestListener;
  /** Returns the body of `GET /ledger`. */
  ledger: () => Ledger;
  /** Drops delayed outcomes and unfinished callbacks, and closes the file. Close the server first. */
  close: () => void;
};

/**
 * Builds an imitation of providers that sells their products and fails on demand (see `faults/outcomes.ts`).
 * @throws Error when the options name a file that cannot be opened or read
 */
export function buildSandbox(
  overrides: Partial<SandboxOptions> = {},
  providers: readonly SandboxProvider[] = PROVIDERS,
): Sandbox {
  const options = { ...DEFAULT_OPTIONS, ...overrides };
  const store = openStore(options.file);
  const delays = createDelays();
  const stopping = new AbortController();
  const [first, ...others] = providers.map((each) => ({
    name: each.name,
    ...each.play({ store, options, delays, keys: { ...each.keys, ...options.keys }, stopping: stopping.signal }),
  }));
  if (first === undefined) throw new Error('the sandbox plays nobody');
  store.replay();
  const played = [first, ...others] as const;

  const app = express();
  app.disable('x-powered-by').disable('etag');
  for (const { path, outage, routes } of played) app.use(path, outage.middleware, routes);
  app.use(operatorRoutes({ played, now: options.now }));
  app.get('/ledger', (_request, response) => void response.json(ledger()));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.use(
    (request, response) => void response.status(404).json({ error: `no ${request.method} ${request.path} here` }),
  );
  app.use(answerFault);

  function ledger(): Ledger {
    for (const { settleDue } of played) settleDue?.();
    return store.ledger();
  }

  return {
    app(request, response) {
      if (!played.some(({ bypass }) => bypass?.(request, response))) app(request, response);
    },
    ledger,
    close() {
      stopping.abort();
      delays.clear();
      store.close();
    },
  };
}

/** A fault of the sandbox itself, such as a full disk, in a call of an operator. */
const answerFault: ErrorRequestHandler = (fault, _request, response, next) => {
  if (response.headersSent) next(fault);
  else response.status(500).json({ error: 'the sandbox has failed' });
};
