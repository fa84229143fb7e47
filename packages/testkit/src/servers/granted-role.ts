import { randomBytes } from 'node:crypto';
import { runDatabaseProgram } from './migrate';
import { withClient } from './sql';

export type RoleFor = 'service' | 'dashboard' | 'ops';

export type GrantedRole = {
  name: string;
  /** The owner's database, as this role. */
  url: string;
  /** Revokes its rights and removes it. It must have no connections. */
  drop(): Promise<void>;
};

/**
 * A login role for api and worker, for the dashboard or for `ops`, with the rights that `database.js grant` gives.
 * `ownerUrl` must be allowed to create roles. `pooler`: for connections through one. `root`: of the clone whose program
 * grants them, by default this one.
 */
export async function grantedRole(
  ownerUrl: string,
  roleFor: RoleFor = 'service',
  { pooler = false, root }: { pooler?: boolean; root?: string | undefined } = {},
): Promise<GrantedRole> {
  const name = `topup_role_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  await withClient(ownerUrl, (owner) => owner.query(`CREATE ROLE ${name} LOGIN PASSWORD '${password}'`));
  const words = ['grant', '--role', name, '--for', roleFor, ...(pooler ? ['--pooler'] : [])];
  await runDatabaseProgram(ownerUrl, words, root);
  const url = Object.assign(new URL(ownerUrl), { username: name, password }).href;
  const drop = () =>
    withClient(ownerUrl, (owner) => owner.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`)).then(() => undefined);
  return { name, url, drop };
}
