import { insertBatch, type NewRow } from '../buying/batch.store';
import { takeBatchRows } from '../buying/sale.store';
import { sellRow } from '../buying/sell-row';
import { airtimeOrder } from '../purchase/order/orders';
import type { Route } from '../routing/router.port';
import { systemClock } from '../shared/clock';
import type { Db } from '../shared/db';
import { newId } from '../shared/ids';

/** Airtime for ten naira. `charge`: what the account is expected to pay. */
export const rowOf = (
  n: number,
  more: { requestRef?: string; amountKobo?: bigint; chargeKobo?: bigint } = {},
): NewRow => {
  const { requestRef = newId(), amountKobo = 1_000n, chargeKobo = amountKobo } = more;
  const phone = `0803${String(n).padStart(7, '0')}`;
  return { n, order: airtimeOrder({ network: 'mtn', phone, amountKobo, requestRef }), planId: null, chargeKobo };
};

export const rowsOf = (count: number): NewRow[] => Array.from({ length: count }, (_, i) => rowOf(i + 2));

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * People who buy and workers that sell, on this database.
 * @param database returns the pool, which exists only when hooks and tests run
 */
export function batchesIn(database: () => Db) {
  const by = newId();

  /** Lets the people of an account buy, for so much in a day. */
  const allow = (accountId: string, capKobo: bigint | null = 1_000_000_000n) =>
    database().$executeRaw`UPDATE account SET buying_cap_kobo = ${capKobo} WHERE id = ${accountId}::uuid`;

  /** Opens a batch that runs. @returns its id */
  async function open(accountId: string, rows: readonly NewRow[], source: 'form' | 'file' = 'file'): Promise<string> {
    const id = newId();
    const fileName = source === 'file' ? 'orders.csv' : null;
    await insertBatch(database(), { id, code: id.slice(-8), source, fileName, accountId, openedBy: by, rows });
    await database().$executeRaw`
      UPDATE purchase_batch SET state = 'running', confirmed_by = ${by}::uuid, confirmed_at = clock_timestamp()
       WHERE id = ${id}::uuid AND state = 'draft'`;
    return id;
  }

  /** A worker. `send`: what it does with what it has accepted. `closed`: no provider serves any order now. */
  function worker({
    send = async () => undefined,
    closed = false,
  }: {
    send?: (id: string) => Promise<unknown>;
    closed?: boolean;
  } = {}) {
    const route: Omit<Route, 'terms'> = {
      provider: 'vtpass',
      costKobo: null,
      decision: { version: null, chosen: 'vtpass', passed: [] },
    };
    const sends: Promise<void>[] = [];
    const deps = {
      db: database(),
      clock: systemClock,
      log: quiet,
      router: {
        route: ({ terms }: { terms: Route['terms'] }) => (closed ? null : { ...route, terms }),
        preferred: () => null,
      },
      sends: {
        send({ id }: { id: string }): Promise<void> {
          const sent = send(id).then(() => undefined);
          sends.push(sent);
          return sent;
        },
      },
    };
    /** One round. @returns how many rows it has tried, and the codes of what went wrong */
    return async (limit = 64): Promise<{ tried: number; faults: string[] }> => {
      const rows = await takeBatchRows(database(), limit);
      const faults: string[] = [];
      // one after the other, as createRowSales does for an account
      for (const row of rows) await sellRow(deps, row).catch((error) => faults.push(String(error.code ?? error)));
      await Promise.all(sends.splice(0));
      return { tried: rows.length, faults };
    };
  }

  const batch = (id: string) => database().purchaseBatch.findUniqueOrThrow({ where: { id } });
  const rows = (batchId: string) => database().batchRow.findMany({ where: { batchId }, orderBy: { n: 'asc' } });
  /** How many rows have each state, with the code of those that were refused. */
  async function states(batchId: string): Promise<Record<string, number>> {
    const all = (await rows(batchId)).map(({ state, error }) => (error === null ? state : `${state}: ${error}`));
    return Object.fromEntries([...new Set(all)].sort().map((each) => [each, all.filter((one) => one === each).length]));
  }
  /** Rows that were tried may be tried again at once. */
  const letTryAgain = () => database().$executeRaw`UPDATE batch_row SET next_try_at = NULL WHERE state = 'waiting'`;

  return { allow, open, worker, batch, rows, states, letTryAgain };
}
