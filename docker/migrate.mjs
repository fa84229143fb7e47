// Migrates the database as its owner, and gives each service a role of its own with no more rights than it needs. It
// can be repeated: a role gets the password that is set now. Its arguments are those of `db:migrate`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const DATABASE = path.join(import.meta.dirname, '../apps/ops/dist/database.js');
const ROLES = [
  ['topup_service', 'service', 'SERVICE_DATABASE_PASSWORD'],
  ['topup_dashboard', 'dashboard', 'DASHBOARD_DATABASE_PASSWORD'],
  ['topup_ops', 'ops', 'OPS_DATABASE_PASSWORD'],
];
// biome-ignore lint/style/noProcessEnv: the container has the settings in its environment
const settings = process.env;

await database(['migrate', ...process.argv.slice(2)]);
for (const [role, kind, password] of ROLES)
  await database(['grant', '--role', role, '--for', kind, '--create'], {
    ROLE_PASSWORD: settings[password],
    ROLE_PASSWORD_FILE: settings[`${password}_FILE`],
  });

// Does not block, so that a signal is heard meanwhile.
async function database(words, more = {}) {
  const child = spawn(process.execPath, [DATABASE, ...words], { env: { ...settings, ...more }, stdio: 'inherit' });
  const end = () => child.kill();
  process.once('exit', end); // outside of a container it would go on, for up to half a minute
  const [code] = await once(child, 'exit');
  process.off('exit', end);
  if (code !== 0) process.exit(1); // the program has said why
}
