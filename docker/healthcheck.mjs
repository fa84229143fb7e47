// Asks the process of this container how it is. Exit code 0: well. The arguments hold no spaces, at which podman
// splits:
//   node docker/healthcheck.mjs <api|worker|dashboard|sandbox> </live|/ready|/healthz>
// Without arguments it asks the process that the container was started with if it lives.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';

// biome-ignore lint/style/noProcessEnv: the settings of the process that is asked
const settings = process.env;
const [name = startedProcess(), path = name === 'sandbox' ? '/healthz' : '/live'] = process.argv.slice(2);
const { LISTEN_HOST, OPS_HOST, SANDBOX_HOST } = settings;
const { API_OPS_PORT, WORKER_OPS_PORT, DASHBOARD_PORT, SANDBOX_PORT } = settings;

const ADDRESSES = {
  api: [OPS_HOST || LISTEN_HOST, API_OPS_PORT || 3001],
  worker: [OPS_HOST || LISTEN_HOST, WORKER_OPS_PORT || 3002],
  dashboard: [LISTEN_HOST, DASHBOARD_PORT || 3004],
  sandbox: [SANDBOX_HOST, SANDBOX_PORT || 3003],
};
if (['ops', 'migrate', 'demo'].includes(name)) process.exit(0); // they answer nobody, and end on their own
const [host, port] = ADDRESSES[name];
const isAny = !host || host === '0.0.0.0' || host === '::';

get({ host: isAny ? '127.0.0.1' : host, port, path, timeout: 2_500 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .once('timeout', () => process.exit(1))
  .once('error', () => process.exit(1));

// The argument of docker/start.mjs, which may run below an init. This process has other arguments.
function startedProcess() {
  const words = readFileSync('/proc/1/cmdline', 'utf8').split('\0');
  return words[words.findIndex((word) => word.endsWith('docker/start.mjs')) + 1] ?? '';
}
