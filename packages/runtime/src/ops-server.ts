import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics';

/** A named question about readiness: resolves when all is well, rejects with what is wrong. */
export type ReadinessCheck = () => Promise<unknown>;

export type OpsServer = { port: number; setDraining(): void; close(): Promise<void> };

export type OpsOptions = {
  port: number;
  host: string;
  checks: Record<string, ReadinessCheck>;
  metrics: Pick<Metrics, 'contentType' | 'text'>;
};

const CHECK_TIMEOUT_MS = 2_000;

/**
 * The operations port of a process: `GET /live` (200 while the event loop turns) and `GET /ready` (200 when every check passes and the process is
 * not draining, else 503), both with a JSON body that names each check; and `GET /metrics`, its figures as Prometheus reads them.
 */
export async function startOpsServer(options: OpsOptions): Promise<OpsServer> {
  let draining = false;
  const server = createServer((request, response) => {
    answer(request.url ?? '', draining, options)
      .catch(() => ({ status: 500, type: JSON_TYPE, text: '{"status":"error"}' }))
      .then(({ status, type, text }) => response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text));
  });
  const port = await listen(server, options.port, options.host);
  return {
    port,
    setDraining: () => {
      draining = true;
    },
    close: () => closeServer(server),
  };
}

type Answer = { status: number; type: string; text: string };

const JSON_TYPE = 'application/json';
const json = (status: number, body: object): Answer => ({ status, type: JSON_TYPE, text: JSON.stringify(body) });

async function answer(url: string, draining: boolean, { checks, metrics }: OpsOptions): Promise<Answer> {
  switch (url.split('?', 1)[0]) {
    case '/live':
      return json(200, { status: 'live' });
    case '/ready':
      return readiness(draining, checks);
    case '/metrics':
      return { status: 200, type: metrics.contentType, text: await metrics.text() };
    default:
      return json(404, { status: 'error', message: 'Only /live, /ready and /metrics are served here.' });
  }
}

async function readiness(draining: boolean, checks: OpsOptions['checks']): Promise<Answer> {
  const results = Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)])),
  );
  const ready = !draining && Object.values(results).every((result) => result === 'ok');
  return json(ready ? 200 : 503, { status: draining ? 'draining' : ready ? 'ready' : 'not ready', checks: results });
}

async function outcomeOf(check: ReadinessCheck): Promise<string> {
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, CHECK_TIMEOUT_MS, `no answer within ${CHECK_TIMEOUT_MS} ms`).unref();
  });
  // the message of a failing check may quote connection strings, so only its kind is told
  const asked = check().then(
    () => 'ok',
    (error) => (error instanceof Error ? error.name : 'failed'),
  );
  return Promise.race([asked, late]);
}

/** Listens, and resolves with the port in use (which `0` leaves to the system). Rejects with a sentence that names the port when it is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`Cannot listen on ${host}:${port} (${error.code ?? error.message}).`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Stops accepting and lets the answers in hand finish; connections are closed as soon as they are idle, not when their clients like. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });
}
