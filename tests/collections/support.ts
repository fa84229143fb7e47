import { randomInt } from 'node:crypto';
import { followNotices, noteTransfers, openFundingAccount, sweepAccounts } from '@topup/core/collection';
import type { Collector, FundingBank, Notice } from '@topup/core/provider';
import { listFindings } from '@topup/core/reconciliation';
import { type Db, newId } from '@topup/core/shared';
import { verifyBooks } from '@topup/core/wallet';
import { createCollector, createNoticeReader } from '@topup/providers';
import {
  BY_TEST,
  fundedAccount,
  providersAt,
  type SandboxProcess,
  startSandbox,
  type TestDatabase,
  testDatabase,
  testPool,
} from '@topup/testkit';

/** A transfer that the bank of the sandbox made. Amounts in naira. */
export type BankTransfer = {
  reference: string;
  account_reference: string;
  amount: number;
  settlement_amount: number;
  status: string;
};

type Logged = { level: 'info' | 'warn' | 'error'; text: string; fields: Record<string, unknown> };

/** A database, the sandbox's bank, and Monnify's adapter on it: all but the processes. */
export async function collectionsWorld() {
  const [database, sandbox] = await Promise.all([testDatabase(), startSandbox()]);
  const db = testPool(database.url, 8);
  const logged: Logged[] = [];
  const keep =
    (level: Logged['level']) =>
    (text: string, fields: Record<string, unknown> = {}) =>
      void logged.push({ level, text, fields });
  const log = { info: keep('info'), warn: keep('warn'), error: keep('error') };
  const settings = { COLLECTIONS: 'monnify', MONNIFY_CONTRACT_CODE: '0000000001', ...providersAt(sandbox.url) };
  const collector = createCollector(settings, log);
  if (collector === null) throw new Error('no collector');
  const readNotice = createNoticeReader(settings);
  const deps = { db, log, collector, mostKobo: 100_000_000n };
  return {
    database,
    sandbox,
    db,
    log,
    logged,
    collector,
    readNotice,
    deps,
    ...bankOf(sandbox),
    ...actsOf({ database, sandbox, db, collector, deps }),
  };
}

export type CollectionsWorld = Awaited<ReturnType<typeof collectionsWorld>>;

/** The calls of the sandbox's bank, which needs no key. */
function bankOf(sandbox: SandboxProcess) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as T & { error?: string };
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }
  return {
    bank: call,
    /** Pays into the first number without a notice, unless `more` says otherwise. */
    pay: ([bank]: readonly FundingBank[], amount: number, more: object = {}) =>
      call<BankTransfer>('POST', '/transfers', { account_number: bank?.accountNumber, amount, notices: [], ...more }),
    setStatus: (reference: string, status: string) =>
      call<BankTransfer>('PUT', `/transfers/${encodeURIComponent(reference)}`, { status, notices: [] }),
    knobs: (knobs: object) => call('PUT', '/knobs', { provider: 'monnify', ...knobs }),
  };
}

type Acts = {
  database: TestDatabase;
  sandbox: SandboxProcess;
  db: Db;
  collector: Collector;
  deps: Parameters<typeof followNotices>[0];
};

function actsOf({ database, sandbox, db, collector, deps }: Acts) {
  const acts = {
    /** An account with an owner and its numbers at the banks. */
    async opened(): Promise<{ accountId: string; banks: FundingBank[] }> {
      const accountId = await withOwner(db);
      const opened = await openFundingAccount({ db, collector }, BY_TEST, { accountId, bvn: newBvn() });
      if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened));
      return { accountId, banks: opened.banks };
    },
    note: (...references: string[]) => noteTransfers(db, 'monnify', references),
    /** Asks about everything that is noted, even if it was put off. */
    async follow(): Promise<void> {
      await db.$executeRaw`UPDATE collection_notice SET next_at = clock_timestamp()`;
      while ((await followNotices(deps)) > 0);
    },
    /** Asks the collector about these now, beside what is noted already. */
    async ask(...references: string[]): Promise<void> {
      await acts.note(...references);
      await acts.follow();
    },
    async sweep(): Promise<number> {
      await db.$executeRaw`UPDATE funding_account SET swept_at = NULL`;
      return sweepAccounts(deps, () => false);
    },
    balance: async (accountId: string) => (await db.wallet.findUniqueOrThrow({ where: { accountId } })).balanceKobo,
    transfers: (where: object = {}) => db.collection.findMany({ where, orderBy: { id: 'asc' } }),
    /** The newest findings of collections. */
    findings: () => listFindings(db, { provider: 'collections', limit: 9 }),
    /** The checks of the books that found anything. */
    async drift(): Promise<string[]> {
      const { findings } = await verifyBooks(db);
      return findings.filter(({ count }) => count > 0).map(({ id, title }) => `${id} ${title}`);
    },
    async close(): Promise<void> {
      await db.$disconnect();
      await Promise.all([database.drop(), sandbox.kill()]);
    },
  };
  return acts;
}

export const newBvn = (): string => `222${String(randomInt(100_000_000)).padStart(8, '0')}`;

/** A live account whose owner has an address, which the collector needs. */
export async function withOwner(db: Db): Promise<string> {
  const accountId = await fundedAccount(db, 0n);
  const id = newId();
  await db.dashboardUser.create({
    data: { id, accountId, role: 'owner', name: 'Ada Obi', email: `${id}@example.test`, createdAt: new Date() },
  });
  return accountId;
}

export type { Notice };
