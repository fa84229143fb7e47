import { isIP } from 'node:net';
import { atLevel, confidential, oneOf, optional, parsed, port, text, withDefault } from '@topup/runtime/settings';

export const logging = {
  LOG_LEVEL: withDefault(
    oneOf('error', 'warn', 'info', 'debug'),
    'info',
    'The lowest level that is logged: `error`, `warn`, `info` or `debug`.',
  ),
};

export const listening = atLevel('production', {
  LISTEN_HOST: withDefault(text().hostname(), '127.0.0.1', 'The address to listen on. The images set `0.0.0.0`.'),
});

/** Who reaches the operations ports of api, worker and dashboard. */
export const operations = {
  OPS_HOST: optional(
    text().hostname(),
    'The address of the operations ports. Without it: `LISTEN_HOST`. Keep it private.',
  ),
  OPS_TOKEN: confidential(
    optional(
      text().pattern(/^[A-Za-z0-9._~+/=-]{16,512}$/, 'of 16 to 512 letters, digits and ._~+/=-'),
      'The bearer token that the operations ports need, except at `/live` and `/ready` (`openssl rand -hex 32`). Without it they need none.',
    ),
  ),
};

/** Who may say for whom a request is: `X-Forwarded-For` is believed from these addresses, and from no other. */
export const proxies = atLevel('production', {
  TRUSTED_PROXIES: withDefault(
    parsed(proxiesIn),
    '',
    'The proxies whose `X-Forwarded-For` counts: addresses and networks such as `10.0.0.0/8,fd00::/8`, or `loopback`, `linklocal`, `uniquelocal`. Name no network from which others can connect: they could claim any address.',
  ),
});

export const ports = {
  API_PORT: withDefault(port(), '3000', 'The port of the API.'),
  API_OPS_PORT: withDefault(
    port(),
    '3001',
    'The operations port of the api: health and metrics. It must never be public.',
  ),
  WORKER_OPS_PORT: withDefault(port(), '3002', 'The operations port of the worker. It must never be public.'),
  ...atLevel('development', { SANDBOX_PORT: withDefault(port(), '3003', 'The port of the sandbox.') }),
  DASHBOARD_PORT: withDefault(port(), '3004', 'The port of the dashboard: its pages, `/live` and `/ready`.'),
  DASHBOARD_OPS_PORT: withDefault(
    port(),
    '3005',
    'The operations port of the dashboard: health and metrics. It must never be public.',
  ),
};

/** Those of one api, one worker and one dashboard. */
export const operationsPorts = {
  API_OPS_PORT: ports.API_OPS_PORT,
  WORKER_OPS_PORT: ports.WORKER_OPS_PORT,
  DASHBOARD_OPS_PORT: ports.DASHBOARD_OPS_PORT,
};

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** The form that Express takes for `trust proxy`. */
function proxiesIn(text: string): string[] {
  const items = text.split(',').flatMap((item) => item.trim() || []);
  const wrong = items.filter((item) => !NAMED_NETWORKS.includes(item) && !isNetwork(item));
  if (wrong.length > 0)
    throw new Error(
      `must be addresses, networks such as 10.0.0.0/8, or ${NAMED_NETWORKS.join(', ')}, not ${wrong.join(', ')}`,
    );
  return items;
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128)));
}
