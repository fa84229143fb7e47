// Migrates the database of docker-compose.yml as its owner, and gives each service a role of its own with no more
// rights than it needs. It can be repeated: a role gets the password that is set now.
import { execFileSync } from 'node:child_process';

// biome-ignore lint/style/noProcessEnv: docker compose passes the settings in the environment
const settings = process.env;

const ROLES = [
  ['topup_service', 'service', 'SERVICE_DATABASE_PASSWORD'],
  ['topup_dashboard', 'dashboard', 'DASHBOARD_DATABASE_PASSWORD'],
  ['topup_ops', 'ops', 'OPS_DATABASE_PASSWORD'],
];

database(['migrate']);
for (const [role, kind, password] of ROLES)
  database(['grant', '--role', role, '--for', kind, '--create'], {
    ROLE_PASSWORD: settings[password],
    ROLE_PASSWORD_FILE: settings[`${password}_FILE`],
  });

function database(words, more = {}) {
  try {
    const env = { ...settings, ...more };
    execFileSync(process.execPath, ['apps/ops/dist/database.js', ...words], { env, stdio: 'inherit' });
  } catch {
    process.exit(1); // the program has said why
  }
}
