import { migrate, schemaDigest } from './migrate';
import { atDatabase, withClient } from './sql';

/**
 * Makes the migrated database that test files clone, unless this server has it already: a server given by TEST_DATABASE_URL keeps it from run to run.
 * The name holds a digest of what makes the schema, so a template never goes stale. A template is whole or absent: it gets its name last.
 * @returns its name
 */
export function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `topup_template_${schemaDigest()}`;
  const draft = `${name}_draft`;
  return withClient(serverUrl, async (client) => {
    // Two test runs may share the server. The lock ends with the connection.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return name;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate(atDatabase(serverUrl, draft));
    // Nobody can be connected to it then, which cloning demands.
    await client.query(`ALTER DATABASE ${draft} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    return name;
  });
}
