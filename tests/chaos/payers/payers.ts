import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFundingAccount } from '@topup/core/collection';
import { createCollector } from '@topup/providers';
import { BY_TEST, providersAt, type TestAccount, testPool } from '@topup/testkit';
import type { CreditFact, TransferFact, Transfers } from '../audit/evidence';
import { type Random, randomOf } from '../random';
import type { Service } from '../test-bed';

/** Clients who transfer into their account numbers, while their bank tells us of it well, badly or not at all. */
export type Payers = {
  payUntil(until: AbortSignal): Promise<void>;
  /** Waits until every transfer is in a wallet, or nothing more is credited for a while. Faults must be over. */
  finish(): Promise<Transfers>;
};

/** Passes the notices of the bank to an api that runs. */
export type NoticeRelay = {
  url: string;
  settings: Record<string, string>;
  passTo(service: Service): void;
  stop(): void;
};

const SECRET = 'notice-secret-of-the-chaos';
/** Of each paying account: each is looked up once for its notice, and some of them again. */
const EVERY_MS = 2_000;
const RESEND_MS = 500;
const LATE_MS = 3_000;
const CREDITED_WITHIN_MS = 60_000;

/** The bank gets its address before an api has one. While no api runs, the bank gets 503 and tells us again. */
export async function startNoticeRelay(): Promise<NoticeRelay> {
  let apis: Service['apis'] = [];
  const relay: Server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const api = apis.flatMap((place) => place.current() ?? [])[0];
    const signature = request.headers['monnify-signature'];
    const status = await (api === undefined
      ? Promise.resolve(503)
      : fetch(`${api.url}/callbacks/monnify/${SECRET}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(signature && { 'monnify-signature': String(signature) }) },
          body: new Uint8Array(body),
          signal: AbortSignal.timeout(RESEND_MS * 10),
        }).then(
          (answer) => answer.arrayBuffer().then(() => answer.status),
          () => 503,
        ));
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const { port } = relay.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    settings: { COLLECTIONS: 'monnify', MONNIFY_CONTRACT_CODE: '0000000001', MONNIFY_CALLBACK_SECRET: SECRET },
    passTo: (service) => {
      apis = service.apis;
    },
    stop: () => void relay.close(),
  };
}

type Account = { id: string; numbers: string[] };

/** Opens account numbers for each account. */
export async function startPayers(
  testBed: Service,
  relay: NoticeRelay,
  accounts: readonly TestAccount[],
  seed: number,
): Promise<Payers> {
  relay.passTo(testBed);
  const { sandbox } = testBed.world;
  await call(sandbox.url, 'PUT', '/knobs', { provider: 'monnify', resend_ms: RESEND_MS });
  const payees = await openNumbers(testBed, relay, accounts);
  let late: Promise<void>[] = [];
  const pay = async (account: Account, random: Random, until: AbortSignal) => {
    for (;;) {
      await sleep(random.between(EVERY_MS / 2, EVERY_MS * 1.5), undefined, { signal: until }).catch(() => undefined);
      if (until.aborted) return;
      const transfer = transferOf(account, payees, random);
      const made = await call(sandbox.url, 'POST', '/transfers', transfer).catch(() => undefined); // it may be away
      if (transfer.status === 'PENDING' && made !== undefined) late.push(payLate(sandbox.url, String(made.reference)));
    }
  };
  return {
    async payUntil(until) {
      await Promise.all(payees.map((account, n) => pay(account, randomOf(seed, 'payer', n), until)));
    },
    async finish() {
      await Promise.all(late);
      late = [];
      const made = await listMade(sandbox.url);
      const paid = made.filter(({ isPaid }) => isPaid).length;
      await testBed.world.sql('UPDATE funding_account SET swept_at = NULL');
      const credits = await untilCredited(testBed, paid);
      return { made, credits };
    },
  };
}

async function openNumbers(
  { world }: Pick<Service, 'world'>,
  relay: NoticeRelay,
  accounts: readonly TestAccount[],
): Promise<Account[]> {
  const db = testPool(world.databaseUrl, accounts.length);
  const collector = createCollector(
    { ...providersAt(world.sandbox.url), ...relay.settings },
    { error: () => undefined },
  );
  try {
    return await Promise.all(
      accounts.map(async ({ liveId: accountId }, n) => {
        const email = `payer-${n}@example.test`;
        await db.dashboardUser.create({ data: { id: randomUUID(), accountId, role: 'owner', name: 'Payer', email } });
        const bvn = `2220000000${n}`;
        const opened = await openFundingAccount({ db, collector }, BY_TEST, { accountId, bvn });
        if (opened.kind !== 'opened') throw new Error(opened.kind);
        return { id: accountId, numbers: opened.banks.map(({ accountNumber }) => accountNumber) };
      }),
    );
  } finally {
    await db.$disconnect();
  }
}

/** A transfer, and how the bank tells of it. `forged`: one notice says more money, for another account. */
function transferOf(account: Account, all: readonly Account[], random: Random): Record<string, unknown> {
  const how = random.weighted({ once: 40, thrice: 15, never: 15, late: 5, forged: 10, others: 10, pending: 5 });
  const forged = {
    amount: 900_000,
    account_reference: random.pick(all).id,
    signature: random.pick(['right', 'wrong', 'none']),
  };
  const notices = {
    once: [{}],
    thrice: [{ times: 3 }],
    never: [],
    late: [{ after_ms: LATE_MS }],
    forged: [forged, {}],
    others: [{ event: 'ACCOUNT_ACTIVITY' }, {}, { event: 'SETTLEMENT' }],
    pending: [{}],
  }[how];
  return {
    account_number: random.pick(account.numbers),
    amount: random.between(100, 500_000) / 100,
    payer: 'A PAYER',
    status: how === 'pending' ? 'PENDING' : 'PAID',
    source: random.pick(['array', 'object', 'empty']),
    notices,
  };
}

async function payLate(sandboxUrl: string, reference: string): Promise<void> {
  await sleep(LATE_MS);
  const path = `/transfers/${encodeURIComponent(reference)}`;
  await call(sandboxUrl, 'PUT', path, { status: 'PAID' }).catch(() => undefined);
}

async function listMade(sandboxUrl: string): Promise<TransferFact[]> {
  const { transfers } = await call(sandboxUrl, 'GET', '/transfers');
  return (transfers as Record<string, unknown>[]).map((each) => ({
    reference: String(each.reference),
    account: String(each.account_reference),
    kobo: Math.round(Number(each.amount) * 100),
    isPaid: each.status === 'PAID',
  }));
}

/** Counted from the last one that was credited. */
async function untilCredited({ world }: Pick<Service, 'world'>, paid: number): Promise<CreditFact[]> {
  let credits: CreditFact[] = [];
  let restBy = 0;
  do {
    await sleep(500);
    const now = await world.sql<CreditFact>(
      `SELECT e.reference, e.account_id AS account, e.amount_kobo::float8 AS kobo
         FROM ledger_entry e WHERE e.kind = 'funding' AND e.reference LIKE 'MNFY|%' ORDER BY e.id`,
    );
    if (now.length !== credits.length || restBy === 0) restBy = performance.now() + CREDITED_WITHIN_MS;
    credits = now;
  } while (credits.length < paid && performance.now() < restBy);
  return credits;
}

async function call(url: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const json = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return json;
}
