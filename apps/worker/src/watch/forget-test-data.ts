import { forgetTestData } from '@topup/core/retention';
import type { Db, Log } from '@topup/core/shared';
import { startRounds } from './start-rounds';

type TestDataForgetterDeps = { db: Db; log: Log; everyMs?: number };

const EVERY_MS = 600_000;
/** 1,000 entries of a ledger take some 50 ms with their purchases, for which orders of that test account wait. */
const LOT = 1_000;

/** Deletes what test accounts did more than 7 days ago, lot after lot. `stop` resolves when the last lot is over. */
export function startTestDataForgetter({ db, log, everyMs = EVERY_MS }: TestDataForgetterDeps): {
  stop(): Promise<void>;
} {
  return startRounds({
    everyMs,
    log,
    failed: 'old data of test accounts could not be deleted; the next round will do',
    run: async (stopped) => {
      for (let deleted = 1; deleted > 0 && !stopped(); ) deleted = await forgetTestData(db, LOT);
    },
  });
}
