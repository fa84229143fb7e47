import { migrate, schemaDigest } from './migrate';
import { atDatabase, withClient } from './sql';

/**
 * Creates the migrated database that test files clone, if the server does not have it: a server of TEST_DATABASE_URL
 * keeps it. Its name contains a digest of the schema, so that it is never outdated. It is renamed last, so it is
 * complete.
 * @returns its name
 */
export function ensureTemplate(serverUrl: string): Promise<string> {
  const name = `topup_template_${schemaDigest()}`;
  const draft = `${name}_draft`;
  return withClient(serverUrl, async (client) => {
    // two test runs can share the server; the lock ends with the connection
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 1) return name;
    await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate(atDatabase(serverUrl, draft));
    // cloning needs a database without connections
    await client.query(`ALTER DATABASE ${draft} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
    return name;
  });
}
