import { randomBytes } from 'node:crypto';
import { runDatabaseProgram } from './migrate';
import { withClient } from './sql';

export type GrantedRole = {
  name: string;
  /** The database of the owner, as this role. */
  url: string;
  /** Takes its rights away and removes it. Nobody may be connected as it any more. */
  drop(): Promise<void>;
};

/**
 * A login role that api and worker, or the dashboard, can run as, granted what they need by the very program that operators run. `ownerUrl` must be allowed
 * to create roles.
 */
export async function grantedRole(
  ownerUrl: string,
  roleFor: 'service' | 'dashboard' = 'service',
): Promise<GrantedRole> {
  const name = `topup_role_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  await withClient(ownerUrl, (owner) => owner.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`));
  await runDatabaseProgram(ownerUrl, ['grant', '--role', name, '--for', roleFor]);
  const url = Object.assign(new URL(ownerUrl), { username: name, password }).href;
  const drop = () =>
    withClient(ownerUrl, (owner) => owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)).then(() => undefined);
  return { name, url, drop };
}
