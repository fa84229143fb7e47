import { oneOf, port, text, withDefault } from '@topup/runtime/settings';

export const logging = {
  LOG_LEVEL: withDefault(oneOf('error', 'warn', 'info', 'debug'), 'info', 'error, warn, info or debug.'),
};

export const listening = {
  LISTEN_HOST: withDefault(text().hostname(), '127.0.0.1', 'The address to listen on. In a container: 0.0.0.0.'),
};

export const ports = {
  API_PORT: withDefault(port(), '3000', 'The port of the public HTTP API.'),
  API_OPS_PORT: withDefault(
    port(),
    '3001',
    'The port for health, metrics and queues of the api process. It must never be public.',
  ),
  WORKER_OPS_PORT: withDefault(port(), '3002', 'The same for the worker process. It must never be public.'),
  SANDBOX_PORT: withDefault(port(), '3003', 'The port of the provider sandbox.'),
  DASHBOARD_PORT: withDefault(port(), '3004', 'The port of the dashboard: its pages and its own health.'),
};
