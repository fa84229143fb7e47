import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import type { Metrics } from './metrics';
import { isSameSecret } from './same-secret';
import { RUNNING_VERSION } from './version';

/** A check of readiness: resolves when all is well, rejects otherwise. */
export type ReadinessCheck = () => Promise<unknown>;

export type OpsServer = { port: number; setDraining(): void; close(): Promise<void> };

type OpsOptions = {
  port: number;
  /** The setting that `port` is of, for the error when it is taken. */
  setting?: string;
  host: string;
  /** Asked for by everything but `/live` and `/ready`. When it is undefined, nothing is asked for. */
  token?: string | undefined;
  checks: Record<string, ReadinessCheck>;
  metrics: Pick<Metrics, 'contentType' | 'gauges' | 'text'>;
};

const CHECK_TIMEOUT_MS = 2_000;
/** A scrape gives up a metric after 1,000 ms, and a silent database must count as 0 before that. */
const SCRAPE_CHECK_TIMEOUT_MS = 800;
/** Paths for an orchestrator or a load balancer. They tell nothing, so anybody may ask for them. */
const OPEN_PATHS = ['/live', '/ready'];

/**
 * Opens the operations port of a process. It serves:
 * - `GET /live`: 200 while the event loop turns
 * - `GET /ready`: 200 when every check passes and the process is not draining, otherwise 503; the body names each check
 * - `GET /metrics`: the metrics, in the format of Prometheus
 *
 * With a token, the last one and every unknown path return 401 to a request without it. On a loopback address they
 * return 403 to a request for another host. The metric `topup_ready` says what `/ready` says.
 */
export async function startOpsServer(options: OpsOptions): Promise<OpsServer> {
  let draining = false;
  watchReadiness(options.metrics, () => readiness(draining, options.checks, SCRAPE_CHECK_TIMEOUT_MS));
  const server = createServer((request, response) => {
    const refused = isForOtherHost(request, server) ? OTHER_HOST : lacksToken(request, options) ? NO_TOKEN : undefined;
    if (refused !== undefined) return write(response, refused);
    answer(request.url ?? '', draining, options)
      .catch(() => json(500, { status: 'error' }))
      .then((answered) => write(response, answered));
  });
  const port = await listen(server, options.port, options.host, options.setting);
  return {
    port,
    setDraining: () => {
      draining = true;
    },
    close: () => closeServer(server),
  };
}

/** Declares `topup_ready`. @param ask what `/ready` answers, within a second */
export function watchReadiness(metrics: Pick<Metrics, 'gauges'>, ask: () => Promise<{ status: number }>): void {
  const help = '1 if the process can work, so that /ready returns 200. Otherwise 0.';
  metrics.gauges('ready', { ready: { help, labels: [] } }, async () => {
    const { status } = await ask();
    return [{ name: 'ready', value: status === 200 ? 1 : 0 }];
  });
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? '';

/**
 * A page of any site can have its own name resolve to this machine (DNS rebinding) and would then read this port from
 * the browser of a person who works here. Its requests carry its name in `Host`.
 */
function isForOtherHost({ url, headers }: IncomingMessage, server: Server): boolean {
  if (OPEN_PATHS.includes(pathOf(url))) return false;
  const bound = server.address();
  if (bound === null || typeof bound === 'string' || !/^(127\.|::1$|::ffff:127\.)/.test(bound.address)) return false;
  return !['127.0.0.1', 'localhost', '[::1]'].some((name) => headers.host?.toLowerCase() === `${name}:${bound.port}`);
}

function lacksToken({ url, headers }: IncomingMessage, { token }: OpsOptions): boolean {
  if (token === undefined || OPEN_PATHS.includes(pathOf(url))) return false;
  return !isSameSecret(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token);
}

type Answer = { status: number; type: string; text: string };

function write(response: ServerResponse, { status, type, text }: Answer): void {
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
});

const OTHER_HOST = json(403, {
  status: 'error',
  message: 'This port serves its own machine: ask for 127.0.0.1, localhost or [::1], with the port.',
});
const NO_TOKEN = json(401, { status: 'error', message: 'This needs Authorization: Bearer with the OPS_TOKEN.' });

async function answer(url: string, draining: boolean, { checks, metrics }: OpsOptions): Promise<Answer> {
  switch (pathOf(url)) {
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

async function readiness(
  draining: boolean,
  checks: OpsOptions['checks'],
  withinMs = CHECK_TIMEOUT_MS,
): Promise<Answer> {
  const results = Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check, withinMs)])),
  );
  const ready = !draining && Object.values(results).every((result) => result === 'ok');
  return json(ready ? 200 : 503, {
    status: draining ? 'draining' : ready ? 'ready' : 'not ready',
    version: RUNNING_VERSION,
    checks: results,
  });
}

async function outcomeOf(check: ReadinessCheck, withinMs: number): Promise<string> {
  const late = new Promise<string>((resolve) => {
    setTimeout(resolve, withinMs, `no answer within ${withinMs} ms`).unref();
  });
  // only the error's name: its message may contain a connection string
  const asked = check().then(
    () => 'ok',
    (error) => (error instanceof Error ? error.name : 'failed'),
  );
  return Promise.race([asked, late]);
}

/**
 * Listens, and resolves with the port in use: the system chooses one for port 0.
 * @param setting the setting that `port` is of
 * @throws Error that names the port and the setting when the port is taken
 */
export function listen(server: Server, port: number, host: string, setting = 'its port'): Promise<number> {
  const open = new Set<ServerResponse>();
  openAnswers.set(server, open);
  server.prependListener('request', (_, response: ServerResponse) => {
    if (!server.listening) response.setHeader('connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const remedy =
        code === 'EADDRINUSE'
          ? `: another program uses the port. Stop that program, or change ${setting}.`
          : `. Check ${setting}, and LISTEN_HOST or OPS_HOST.`;
      reject(new Error(`Cannot listen on ${host}:${port} (${code ?? message})${remedy}`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** The answers that each listening server has not finished yet. */
const openAnswers = new WeakMap<Server, Set<ServerResponse>>();

/**
 * Takes no new connections and lets open answers finish, each with `connection: close`.
 * @param idleMs how long an idle connection stays open: a client may be sending a purchase on it at this moment
 */
export function closeServer(server: Server, idleMs = 0): Promise<void> {
  for (const response of openAnswers.get(server) ?? [])
    if (!response.headersSent) response.setHeader('connection', 'close');
  const idleUntil = performance.now() + idleMs;
  return new Promise((resolve) => {
    const sweep = setInterval(() => {
      if (performance.now() >= idleUntil) server.closeIdleConnections();
    }, 50);
    // the close of the HTTP server itself would close idle connections at once
    TcpServer.prototype.close.call(server, () => {
      clearInterval(sweep);
      resolve();
    });
  });
}
