import type { FailoverFence } from '../../fence';
import { type Batcher, createBatcher } from '../../flow/batcher';
import { type Db, databaseFault } from '../../shared/db';
import { type SettleRow, settlePurchases } from './settle.store';
import type { Settlement } from './settlement';

export type Settler = {
  settle(settlement: Settlement): Promise<SettleRow>;
  idle(): Promise<void>;
};

const MAX_ITEMS = 256;

/** One whose wallet is locked, or whose purchase is in the batch already, goes again in a second lane, which waits. */
export function createSettler(db: Db, saw?: FailoverFence['saw']): Settler {
  const lane = (wait: boolean): Batcher<Settlement, SettleRow> =>
    createBatcher({ maxItems: MAX_ITEMS, run: (items) => settleAndTell(items, wait) });
  async function settleAndTell(items: Settlement[], wait: boolean): Promise<(SettleRow | Error)[]> {
    const rows = await settleAll(db, items, wait);
    const final = items[rows.findIndex((row) => !(row instanceof Error) && row.outcome === 'settled')];
    if (final) saw?.({ kind: 'final', id: final.id, attempt: 1 });
    return rows;
  }
  const quick = lane(false);
  const patient = lane(true);

  async function settle(settlement: Settlement): Promise<SettleRow> {
    const row = await quick.submit(settlement);
    return row.outcome === 'busy' || row.outcome === 'repeated' ? patient.submit(settlement) : row;
  }
  return {
    settle,
    idle: async () => {
      await quick.idle();
      await patient.idle();
    },
  };
}

/** One faulty item must not fail the others. */
async function settleAll(db: Db, items: Settlement[], wait: boolean): Promise<(SettleRow | Error)[]> {
  try {
    return await settlePurchases(db, items, { wait });
  } catch (error) {
    if (items.length === 1 || databaseFault(error) !== 'item') throw error;
    const results: (SettleRow | Error)[] = [];
    for (const item of items) results.push(...(await settleAll(db, [item], wait).catch((cause: Error) => [cause])));
    return results;
  }
}
