import { execFile } from 'node:child_process';
import path from 'node:path';
import { withClient } from '../servers/sql';

/** What can be asked about a world without its service. */
export type Witnesses = {
  /** Runs SQL on the database, past all proxies. `bigint` columns come as strings. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The row of table `purchase`, or undefined. */
  purchase(ref: string): Promise<PurchaseRow | undefined>;
  /** What the sandbox gave away, and what was asked of it. */
  ledger(): Promise<SandboxLedger>;
  /**
   * Runs `ops books verify`.
   * @throws with the rows it found when a balance, a ledger or a purchase does not add up
   */
  verifyBooks(): Promise<void>;
};

export type PurchaseRow = {
  id: string;
  status: 'initiated' | 'pending' | 'success' | 'failed' | 'refunded';
  sends: number;
  checks: number;
  provider_ref: string | null;
  needs_review: boolean;
  message: string | null;
  cause: string;
  final_at: Date | null;
  [column: string]: unknown;
};

export type SandboxLedger = {
  deliveries: { request_id: string; serviceID: string; recipient: string; amount: number; variation_code?: string; at: string }[];
  reversals: { request_id: string; at: string }[];
  posts: { request_id: string | null; at: string; outcome: string }[];
};

/** `settings` are those the operators' command line is to run with. */
export function createWitnesses(databaseUrl: string, sandboxUrl: string, settings: Record<string, string>): Witnesses {
  const sql = <Row>(text: string, values: unknown[] = []) =>
    withClient(databaseUrl, async (client) => (await client.query(text, values)).rows as Row[]);
  return {
    sql,
    purchase: async (ref) => (await sql<PurchaseRow>('SELECT * FROM purchase WHERE request_ref = $1', [ref]))[0],
    ledger: async () => (await fetch(`${sandboxUrl}/ledger`)).json() as Promise<SandboxLedger>,
    verifyBooks: () => verifyBooks({ ...settings, DATABASE_URL: databaseUrl }),
  };
}

const ROOT = path.resolve(__dirname, '../../../..');

function verifyBooks(settings: Record<string, string>): Promise<void> {
  const args = [path.join(ROOT, 'apps/ops/dist/main.js'), 'books', 'verify', '--json'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: ROOT, env: { DATA_DIR: '/nonexistent', ...settings } }, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error(`ops books verify, exit ${error.code}:\n${stdout}${stderr}`));
    });
  });
}
