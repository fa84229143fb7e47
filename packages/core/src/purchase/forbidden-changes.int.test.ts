import { fundedAccount, useDatabase } from '@topup/testkit';
import { purchasesIn } from '../testing/purchases';
import { isFinal, legalMoves, type PurchaseStatus, purchaseStates } from './status';

const database = useDatabase({ max: 8 });
const { settle, sent, history } = purchasesIn(() => database.db);

let accountId: string;
/** A success. */
let id: string;
beforeAll(async () => {
  accountId = await fundedAccount(database.db, 1_000_000n);
  id = await sent(accountId, 'AIRTIME');
  await settle({ id, target_status: 'success', basis: 'answer' });
});

describe('a bug or an operator with psql rewrites what has happened', () => {
  test.each([
    ['success to pending', (of: string) => change(of, `status = 'pending', final_at = NULL`)],
    ['success to failed', (of: string) => change(of, `status = 'failed'`)],
    ['another amount', (of: string) => change(of, 'amount_kobo = 1')],
    [
      'another order for the provider',
      (of: string) => change(of, `provider_order = provider_order || '{"serviceId": "glo"}'`),
    ],
    ['another recipient', (of: string) => change(of, `recipient = '0'`)],
    ['a sent purchase as unsent', (of: string) => change(of, 'sends = 0, sent_at = NULL')],
    ['a second send', (of: string) => change(of, 'sends = 2')],
    ['another provider reference after the send', (of: string) => change(of, `provider_ref = 'x'`)],
    ['a deleted purchase', (of: string) => `DELETE FROM purchase WHERE id = '${of}'`],
    ['a changed ledger entry', (of: string) => `UPDATE ledger_entry SET amount_kobo = 5 WHERE purchase_id = '${of}'`],
    ['a deleted ledger entry', (of: string) => `DELETE FROM ledger_entry WHERE purchase_id = '${of}'`],
    ['a changed history', (of: string) => `UPDATE purchase_history SET cause = '' WHERE purchase_id = '${of}'`],
    ['an emptied ledger', () => 'TRUNCATE ledger_entry'],
    ['emptied purchases', () => 'TRUNCATE purchase CASCADE'],
    ['an emptied history', () => 'TRUNCATE purchase_history'],
    ['a deleted wallet', () => 'DELETE FROM wallet'],
    ['emptied wallets', () => 'TRUNCATE wallet'],
    ['a wallet of no account', () => 'UPDATE wallet SET account_id = gen_random_uuid()'],
    ['a deleted account', () => 'DELETE FROM account'],
    ['emptied accounts', () => 'TRUNCATE account CASCADE'],
    ['an account with another id', () => 'UPDATE account SET id = gen_random_uuid()'],
    [
      'a purchase of another account',
      (of: string) => `UPDATE purchase SET account_id = gen_random_uuid() WHERE id = '${of}'`,
    ],
    ['a purchase with another id', (of: string) => `UPDATE purchase SET id = gen_random_uuid() WHERE id = '${of}'`],
    ['a negative balance', () => 'UPDATE wallet SET balance_kobo = -1'],
    [
      'a second debit',
      (of: string) => `
        INSERT INTO ledger_entry (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo,
                                  reference)
        SELECT account_id, id, 'debit', -1, 1, 0, 'x' FROM purchase WHERE id = '${of}'`,
    ],
    [
      'a new purchase that is already final',
      () => `
        INSERT INTO purchase (id, account_id, request_ref, product_type, status, amount_kobo, recipient, details,
                              description, provider, provider_order, cause, final_at)
        SELECT gen_random_uuid(), account_id, 'born', product_type, 'failed', 1, '0', '{}', '', 'x', '{}', 'x', now()
          FROM purchase LIMIT 1`,
    ],
  ])('the database declines %s', async (_what, statement) => {
    await expect(database.db.$executeRawUnsafe(statement(id))).rejects.toThrow(/TP002|23503|23505|23514/);
  });

  const pairs = purchaseStates.flatMap((from) =>
    purchaseStates.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  test.each(pairs)('the database allows %s to %s only if the list of legal moves has it', async (from, to) => {
    const moved = await sent(accountId, 'AIRTIME');
    const move = (status: PurchaseStatus) =>
      database.db.$executeRawUnsafe(
        change(
          moved,
          `status = '${status}', final_at = ${isFinal(status) ? 'now()' : 'NULL'},
           next_check_at = NULL, window_ends_at = NULL, claim_token = NULL`,
        ),
      );
    if (from !== 'initiated') await move(from);
    const legal = legalMoves.some((one) => one.from === from && one.to === to);
    if (legal) await expect(move(to)).resolves.toBe(1);
    else await expect(move(to)).rejects.toThrow(/TP002/);
  });

  test('the history has every move with its cause', async () => {
    expect((await history(id)).map(({ fromStatus, toStatus, cause }) => [fromStatus, toStatus, cause])).toEqual([
      [null, 'initiated', 'accepted'],
      ['initiated', 'success', 'test'],
    ]);
  });
});

function change(purchaseId: string, assignments: string): string {
  return `UPDATE purchase SET ${assignments} WHERE id = '${purchaseId}'`;
}
