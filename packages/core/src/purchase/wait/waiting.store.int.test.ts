import { fundedAccount, useDatabase } from '@topup/testkit';
import { purchasesIn } from '../../testing/purchases';
import { recordSettlements, type SettlementItem } from '../settle/settle.store';
import { markPending } from './waiting.store';

const database = useDatabase({ max: 8 });
const { sent, history } = purchasesIn(() => database.db);

describe('a client is told "pending" for a purchase that was already final', () => {
  test('of purchases that are settled at the same moment, only those still open are marked pending', async () => {
    const accountId = await fundedAccount(database.db, 500_000n);
    const ids = await Promise.all(Array.from({ length: 20 }, () => sent(accountId, 'AIRTIME')));
    const successes = ids.map(
      (id): SettlementItem => ({ id, target_status: 'success', basis: 'answer', cause: 'test', message: 'ok' }),
    );
    const [marked] = await Promise.all([
      markPending(database.db, ids, 'client_told_pending', 'pending'),
      recordSettlements(database.db, successes, { wait: false }),
    ]);
    for (const { id, status } of marked) {
      const moves = await history(id);
      expect(moves.some(({ toStatus }) => toStatus === 'pending')).toBe(status === 'pending');
      expect(moves.at(-1)?.toStatus).toBe('success');
    }
  });
});
