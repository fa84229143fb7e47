import { createServer, type Server } from 'node:http';

/** A named question about readiness: resolves when all is well, rejects with what is wrong. */
export type ReadinessCheck = () => Promise<unknown>;

export type OpsServer = { port: number; setDraining(): void; close(): Promise<void> };

const CHECK_TIMEOUT_MS = 2_000;

/**
 * The operations port of a process: `GET /live` (200 while the event loop turns) and `GET /ready` (200 when every check passes and the process is
 * not draining, else 503), both with a JSON body that names each check.
 */
export async function startOpsServer(options: { port: number; host: string; checks: Record<string, ReadinessCheck> }): Promise<OpsServer> {
  let draining = false;
  const server = createServer((request, response) => {
    void answer(request.url ?? '', draining, options.checks).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
    });
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

async function answer(url: string, draining: boolean, checks: Record<string, ReadinessCheck>): Promise<{ status: number; body: unknown }> {
  const { pathname } = new URL(url, 'http://ops');
  if (pathname === '/live') return { status: 200, body: { status: 'live' } };
  if (pathname !== '/ready') return { status: 404, body: { status: 'error', message: 'Only /live and /ready are served here.' } };
  const results = Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)])),
  );
  const ready = !draining && Object.values(results).every((result) => result === 'ok');
  return { status: ready ? 200 : 503, body: { status: draining ? 'draining' : ready ? 'ready' : 'not ready', checks: results } };
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
