import { openDatabase } from '@topup/core/shared';
import { verifyBooks } from '@topup/core/wallet';
import { openQueries } from '../servers/sql';

/** Queries on a world that do not use its service. */
export type Witnesses = {
  /** Runs SQL on the database, past all proxies. `bigint` columns come as strings. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The row of table `purchase`, or undefined. */
  purchase(ref: string): Promise<PurchaseRow | undefined>;
  /** The sandbox's deliveries, and the orders that it received. */
  ledger(): Promise<SandboxLedger>;
  /**
   * Verifies the books as `ops books verify` does, without a process.
   * @throws BooksDrifted with the findings
   */
  verifyBooks(): Promise<void>;
  /** Closes the connections to the database. */
  close(): Promise<void>;
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
  deliveries: {
    provider: string;
    request_id: string;
    serviceID: string;
    recipient: string;
    amount: number;
    variation_code?: string;
    at: string;
    tokens?: string[];
  }[];
  reversals: { provider: string; request_id: string; at: string }[];
  posts: { provider: string; request_id: string | null; at: string; outcome: string; recorded: boolean }[];
};

export class BooksDrifted extends Error {}

export function createWitnesses(databaseUrl: string, sandboxUrl: string): Witnesses {
  const { sql, close } = openQueries(databaseUrl);
  return {
    sql,
    purchase: async (ref) => (await sql<PurchaseRow>('SELECT * FROM purchase WHERE request_ref = $1', [ref]))[0],
    ledger: async () => (await fetch(`${sandboxUrl}/ledger`)).json() as Promise<SandboxLedger>,
    verifyBooks: () => expectSoundBooks(databaseUrl),
    close,
  };
}

async function expectSoundBooks(databaseUrl: string): Promise<void> {
  const db = openDatabase({
    url: databaseUrl,
    max: 1,
    name: 'topup-test-books',
    onError: () => undefined,
    queryTimeoutMs: 3_600_000,
  });
  try {
    const { sound, findings } = await verifyBooks(db);
    if (!sound) throw new BooksDrifted(shown(findings.filter(({ count }) => count > 0)));
  } finally {
    await db.$disconnect();
  }
}

const shown = (findings: unknown): string =>
  JSON.stringify(findings, (_, value) => (typeof value === 'bigint' ? String(value) : value));
