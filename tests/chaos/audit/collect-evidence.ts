import { sandboxKeys } from '@topup/testkit';
import { TERMII_API_KEY } from '../../journey/support/termii';
import type { ClientLog } from '../client-log';
import type { TestClient } from '../funds';
import type { Service } from '../test-bed';
import type { AttemptFact, EventFact, Evidence, PurchaseFact, TokenMessage } from './evidence';

type Run = Pick<Evidence, 'abuser' | 'limits' | 'run' | 'faults' | 'feeds' | 'transfers'> & {
  testBed: Service;
  log: ClientLog;
  accounts: readonly TestClient[];
  /** Findings in the books during the run. */
  drift: readonly string[];
};

/** Stops the service, so that nothing changes any more, and reads all facts. */
export async function collectEvidence({ testBed, log, accounts, drift, ...run }: Run): Promise<Evidence> {
  const { world } = testBed;
  const [idle] = await world.sql<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  const crashes = testBed.crashes();
  const disorder = await testBed.stopAll();
  const purchases = await world.sql<PurchaseFact>(
    `SELECT p.id, account_id, request_ref, provider_ref, p.status, cause, sends, needs_review, product_type, webhook_url IS NOT NULL AS has_url,
            EXISTS (SELECT FROM purchase_history h WHERE h.purchase_id = p.id AND h.from_status = 'success') AS reversed,
            extract(epoch FROM sent_at - p.created_at)::float8 AS started_after,
            $1::float8 - extract(epoch FROM now() - final_at)::float8 * 1000 AS final_ms
       FROM purchase p JOIN account a ON a.id = p.account_id`,
    [performance.now()],
  );
  const attempts = await world.sql<AttemptFact>(
    `SELECT a.purchase_id, a.number, a.provider, a.provider_ref, a.outcome, a.number < p.attempt AS closed
       FROM attempt a JOIN purchase p ON p.id = a.purchase_id`,
  );
  const events = await world.sql<EventFact>(
    'SELECT e.id, e.account_id, e.event, e.status, e.state, p.request_ref FROM webhook_event e JOIN purchase p ON p.id = e.purchase_id',
  );
  const atLast = await world.verifyBooks().then(
    () => [],
    (error: Error) => [error.message],
  );
  return {
    ...run,
    answers: log.answers,
    orders: log.orders,
    purchases,
    attempts,
    ledger: await world.ledger(),
    events,
    webhooks: accounts.flatMap(({ account, receiver }) =>
      (receiver?.received ?? []).map(({ headers, body }) => ({
        headers,
        body,
        account: account.id,
        apiKey: account.apiKey,
      })),
    ),
    messages: testBed.termii.received.map(({ body }) => messageIn(String(body?.sms))),
    drift: [...drift, ...atLast],
    crashes: [...crashes, ...disorder],
    unmaskedLines: unmaskedLines(testBed.lines(), secretsOf(log, accounts)),
    idleInTransaction: Number(idle?.count),
    frozenMs: testBed.freezes.within,
  };
}

const messageIn = (text: string): TokenMessage => ({
  meter: /^(?:Meter|Profile): (\d+)$/m.exec(text)?.[1] ?? '',
  tokens: [...text.matchAll(/: ((?:\d{4}-){4}\d{4}|\d{16})$/gm)].map(([, token]) => String(token).replaceAll('-', '')),
});

function secretsOf({ orders }: ClientLog, accounts: readonly TestClient[]): { numbers: Set<string>; texts: string[] } {
  return {
    numbers: new Set(orders.flatMap(({ product, recipient }) => Object.values(product.data(recipient, 0)).map(String))),
    texts: [...accounts.map(({ account }) => account.apiKey), ...Object.values(sandboxKeys()), TERMII_API_KEY],
  };
}

const NUMBER = /\d{10,}/g;

function unmaskedLines(
  lines: readonly string[],
  { numbers, texts }: { numbers: Set<string>; texts: string[] },
): string[] {
  return lines.filter(
    (line) =>
      texts.some((text) => line.includes(text)) || (line.match(NUMBER) ?? []).some((digits) => numbers.has(digits)),
  );
}
