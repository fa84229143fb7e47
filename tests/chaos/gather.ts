import { sandboxKeys, type WebhookReceiver } from '@topup/testkit';
import type { EventFact, Evidence, PurchaseFact } from './evidence';
import type { Customer } from './run-chaos';
import type { Shoppers } from './shoppers';
import type { Stage } from './stage';

type Scene = {
  stage: Stage;
  shoppers: Shoppers;
  receivers: readonly WebhookReceiver[];
  accounts: readonly Customer[];
  /** What was found in the books while the run went on. */
  drift: readonly string[];
  limits: Evidence['limits'];
};

/** Asks every witness, and ends the service in order on the way: from then on nothing changes any more. */
export async function gather({ stage, shoppers, accounts, drift, limits }: Scene): Promise<Evidence> {
  const { world } = stage;
  const [idle] = await world.sql<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
  );
  const crashes = stage.crashes();
  const disorder = await stage.stopInOrder();
  const purchases = await world.sql<PurchaseFact>(
    `SELECT p.id, request_ref, provider_ref, p.status, cause, sends, needs_review, product_type, webhook_url IS NOT NULL AS has_url,
            extract(epoch FROM sent_at - p.created_at)::float8 AS started_after
       FROM purchase p JOIN account a ON a.id = p.account_id`,
  );
  const events = await world.sql<EventFact>(
    'SELECT e.id, e.event, e.status, e.state, p.request_ref FROM webhook_event e JOIN purchase p ON p.id = e.purchase_id',
  );
  const atLast = await world.verifyBooks().then(
    () => [],
    (error: Error) => [error.message],
  );
  return {
    tellings: shoppers.tellings,
    refs: new Set(shoppers.errands.keys()),
    purchases,
    ledger: await world.ledger(),
    events,
    webhooks: accounts.flatMap(({ account, receiver }) =>
      (receiver?.received ?? []).map(({ headers, body }) => ({ headers, body, apiKey: account.apiKey })),
    ),
    drift: [...drift, ...atLast],
    crashes: [...crashes, ...disorder],
    indiscretions: indiscretions(stage.lines(), secretsOf(shoppers, accounts)),
    idleInTransaction: Number(idle?.count),
    frozenMs: stage.freezes.within,
    limits,
  };
}

function secretsOf({ errands }: Shoppers, accounts: readonly Customer[]): { numbers: Set<string>; texts: string[] } {
  return {
    numbers: new Set([...errands.values()].map(({ recipient }) => recipient)),
    texts: [...accounts.map(({ account }) => account.apiKey), ...Object.values(sandboxKeys)],
  };
}

const NUMBER = /\d{10,}/g;

function indiscretions(
  lines: readonly string[],
  { numbers, texts }: { numbers: Set<string>; texts: string[] },
): string[] {
  return lines.filter(
    (line) =>
      texts.some((text) => line.includes(text)) || (line.match(NUMBER) ?? []).some((digits) => numbers.has(digits)),
  );
}
