import { createAccount } from '@topup/core/account';
import { type Db, UUID_PATTERN } from '@topup/core/shared';
import { AS_OPS, useDatabase } from '@topup/testkit';
import { Client } from 'pg';
import { type OpsResult, runOps } from './run-ops';

/** An id that the service made: a UUID version 7. */
export const ID = expect.stringMatching(new RegExp(`^(?=.{14}7)${UUID_PATTERN}$`));

/** A time as `--json` prints it. */
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** A database, and the commands that run on it. It exists while hooks and tests run. */
type OpsWorld = {
  readonly url: string;
  readonly db: Db;
  /** One connection, for SQL that no command and no store has. */
  readonly sql: Client;
  /** The settings of the commands. */
  readonly environment: Record<string, string>;
  ops(...args: string[]): Promise<OpsResult>;
  /**
   * The JSON value that a command prints with --json. It must exit 0, or 3 when it only asked, and print nothing else.
   */
  json(...args: string[]): Promise<unknown>;
  /** The one line of a refusal. The command must exit 1 and print nothing else. */
  refusal(...args: string[]): Promise<string | undefined>;
  /** Opens an account of tier "standard", without a command. @returns its id */
  openAccount(name: string): Promise<string>;
};

type OpsWorldOptions = {
  /** Settings besides DATABASE_URL, read at each command. */
  settings?: () => Record<string, string>;
  /** A new database for each test. Default: one for the file, or for the `describe` that calls this. */
  eachTest?: boolean;
};

const isAsked = (value: { approval?: unknown; expiresAt?: unknown } | null): boolean =>
  value?.approval !== undefined && value.expiresAt !== undefined;

/** Registers the hooks that make the database and drop it. Call it before hooks that use it. */
export function useOpsWorld({ settings = () => ({}), eachTest = false }: OpsWorldOptions = {}): OpsWorld {
  let client: Client | undefined;
  const database = useDatabase({ eachTest, beforeDrop: () => client?.end() });
  (eachTest ? beforeEach : beforeAll)(async () => {
    client = new Client(database.url);
    await client.connect();
  });

  const world: OpsWorld = {
    get url() {
      return database.url;
    },
    get db() {
      return database.db;
    },
    get sql() {
      if (client === undefined) throw new Error('The database exists only while hooks and tests run.');
      return client;
    },
    get environment() {
      return { DATABASE_URL: world.url, ...settings() };
    },
    ops: (...args) => runOps(world.environment, args),
    json: async (...args) => {
      const { code, stdout, lines } = await world.ops(...args, '--json');
      expect(stdout.indexOf('\n')).toBe(stdout.length - 1);
      const value = JSON.parse(stdout);
      expect({ code, lines }).toEqual({ code: isAsked(value) ? 3 : 0, lines: [] });
      return value;
    },
    refusal: async (...args) => {
      const { code, stdout, lines } = await world.ops(...args, '--json');
      expect({ code, stdout, lines: lines.length }).toEqual({ code: 1, stdout: '', lines: 1 });
      return lines[0];
    },
    openAccount: async (name) => {
      const account = await createAccount(world.db, { name, tier: 'standard' }, AS_OPS);
      if (account.kind !== 'created') throw new Error(account.kind);
      return account.id;
    },
  };
  return world;
}
