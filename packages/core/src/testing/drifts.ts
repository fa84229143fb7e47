/**
 * One fact that is changed behind the service's back: the check that must find it, and all checks that do (`found`).
 */
export type Drift = [check: string, what: string, sql: string, found: string];

// ---- SQL that changes one fact of the books' world

function id(requestRef: string): string {
  return `(SELECT id FROM purchase WHERE request_ref = '${requestRef}')`;
}

export function of(requestRef: string): string {
  return `purchase_id = ${id(requestRef)}`;
}

export function account(name: string): string {
  return `(SELECT id FROM account WHERE name = '${name}')`;
}

/** Adds a ledger entry that fits its wallet: only the purchase shows that it is one too many. */
function entry(requestRef: string, kind: string, amount: number): string {
  return `
    WITH moved AS (UPDATE wallet SET balance_kobo = balance_kobo + ${amount} WHERE account_id = ${account('one')}
                   RETURNING account_id, balance_kobo)
    INSERT INTO ledger_entry
           (account_id, purchase_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
    SELECT account_id, ${id(requestRef)}, '${kind}', ${amount}, balance_kobo - ${amount}, balance_kobo, '${requestRef}'
      FROM moved`;
}

/** Writes a move into the history, as the trigger would if it allowed the move. */
function move(requestRef: string, from: string, to: string): string {
  return `
    INSERT INTO purchase_history (purchase_id, from_status, to_status, cause)
    VALUES (${id(requestRef)}, '${from}', '${to}', 'test')`;
}

export function event(requestRef: string, name: string, status: string): string {
  return `
    INSERT INTO webhook_event (account_id, purchase_id, event, status, details)
    SELECT ${account('one')}, ${id(requestRef)}, '${name}', '${status}', 'test'`;
}

function message(requestRef: string): string {
  return `
    INSERT INTO notification (purchase_id, kind, next_attempt_at)
    VALUES (${id(requestRef)}, 'token_sms', now() + interval '1 h')`;
}

// ---- the changes

export const drifts: Drift[] = [
  [
    'A01',
    'a wallet update was lost',
    `UPDATE wallet SET balance_kobo = balance_kobo + 1 WHERE account_id = ${account('one')}`,
    'A01 X04',
  ],
  [
    'A01',
    'an account has no wallet',
    `INSERT INTO account (id, name, tier_id) VALUES (gen_random_uuid(), 'poor', 1)`,
    'A01',
  ],
  // what foreign keys of purchases and ledger entries refused until there were none
  [
    'A01',
    'an entry belongs to no wallet',
    `INSERT INTO ledger_entry (account_id, kind, amount_kobo, balance_before_kobo, balance_after_kobo, reference)
     VALUES (gen_random_uuid(), 'funding', 1, 0, 1, 'x')`,
    'A01 X04',
  ],
  ['A01', 'the account of purchases has vanished', `DELETE FROM account WHERE name = 'one'`, 'A01'],
  [
    'A06',
    'a purchase names no account',
    `UPDATE purchase SET account_id = gen_random_uuid() WHERE request_ref = 'delivered'`,
    'A06 A13',
  ],
  [
    'A06',
    'a debit names no purchase',
    `UPDATE ledger_entry SET purchase_id = gen_random_uuid() WHERE kind = 'debit' AND ${of('delivered')}`,
    'A04 A06',
  ],
  [
    'A19',
    'the simulator served a live account',
    `UPDATE purchase SET provider = 'simulator' WHERE request_ref = 'delivered'`,
    'A19',
  ],
  ['A20', 'a closed attempt was lost', `DELETE FROM closed_attempt WHERE ${of('data delivered')}`, 'A20'],
  [
    'A20',
    'an attempt names no purchase',
    `UPDATE closed_attempt SET purchase_id = gen_random_uuid() WHERE ${of('data delivered')}`,
    'A20',
  ],
  [
    'A20',
    'a provider was tried twice',
    `UPDATE closed_attempt SET provider = 'monnify' WHERE ${of('data delivered')}`,
    'A20',
  ],
  [
    'A20',
    'two attempts have one reference',
    `UPDATE closed_attempt SET provider_ref = 'ref-' || purchase_id || 'x2' WHERE ${of('data delivered')}`,
    'A20',
  ],
  [
    'A20',
    'an attempt was counted that never was',
    `UPDATE purchase SET attempt = 2 WHERE request_ref = 'delivered'`,
    'A20',
  ],
  [
    'A21',
    'a delivery of a closed attempt was overlooked',
    `UPDATE closed_attempt SET contradicted_at = now() WHERE ${of('data delivered')}`,
    'A21',
  ],
  [
    'A21',
    'what a closed attempt has delivered was refunded automatically',
    `WITH late AS (UPDATE purchase SET attempt = 2, contradicted_by = '{}' WHERE request_ref = 'rejected'
                   RETURNING id, provider_order, sent_at, final_at)
     INSERT INTO closed_attempt (purchase_id, number, provider, provider_order, provider_ref, sends, sent_at, outcome,
                                 evidence, contradicted_at)
     SELECT id, 1, 'monnify', provider_order, 'late', 1, sent_at, 'refused', '{}', final_at - interval '1 ms' FROM late`,
    'A21',
  ],
  [
    'A18',
    'a cap is used up by an entry that does not exist',
    `INSERT INTO cap_use (entry_id, actor, day, amount_kobo) VALUES (-1, 'ops', now(), 5)`,
    'A18',
  ],
  [
    'A22',
    'a loss that was reserved is not kept',
    `UPDATE purchase SET expected_loss_kobo = 5 WHERE request_ref = 'delivered'`,
    'A22',
  ],
  [
    'A23',
    'the daily loss cap has room that was used',
    `INSERT INTO loss_day (day, data_plan_id, tier_id, lost_kobo, counted_kobo) VALUES (now(), 1, 1, 0, 5)`,
    'A23',
  ],
  [
    'A24',
    'a client was charged less than the face value, without a discount',
    `UPDATE purchase SET face_kobo = amount_kobo + 1 WHERE request_ref = 'delivered'`,
    'A24',
  ],
  [
    'A24',
    'a discount was not rounded down to whole kobo',
    `UPDATE purchase SET face_kobo = amount_kobo + 2, discount_bps = 1 WHERE request_ref = 'delivered'`,
    'A24',
  ],
  [
    'A25',
    'a row of a batch is accepted without its purchase',
    `INSERT INTO purchase_batch (id, account_id, code, source, state, rows, total_kobo, opened_by, confirmed_by, confirmed_at)
     SELECT id, account_id, 'x', 'form', 'running', 1, 5, id, id, now() FROM purchase WHERE request_ref = 'delivered';
     INSERT INTO batch_row (batch_id, n, account_id, purchase_id, request_ref, product_type, amount_kobo, state, accepted_at)
     SELECT id, 1, account_id, gen_random_uuid(), 'x', 'AIRTIME', 5, 'accepted', now() FROM purchase
      WHERE request_ref = 'delivered'`,
    'A25',
  ],
  [
    'A25',
    'a row of a batch was bought for another amount than was confirmed',
    `INSERT INTO purchase_batch (id, account_id, code, source, state, rows, total_kobo, opened_by, confirmed_by, confirmed_at)
     SELECT id, account_id, 'x', 'form', 'running', 1, 5, id, id, now() FROM purchase WHERE request_ref = 'delivered';
     INSERT INTO batch_row (batch_id, n, account_id, purchase_id, request_ref, product_type, amount_kobo, state, accepted_at)
     SELECT id, 1, account_id, id, request_ref, 'AIRTIME', amount_kobo + 1, 'accepted', now() FROM purchase
      WHERE request_ref = 'delivered'`,
    'A25',
  ],
  [
    'A02',
    'a balance is below zero',
    `UPDATE wallet SET balance_kobo = -1 WHERE account_id = ${account('two')}`,
    'A01 A02 X04',
  ],
  [
    'A02',
    'a balance was below zero for a moment',
    `UPDATE ledger_entry SET balance_before_kobo = -5, balance_after_kobo = amount_kobo - 5 WHERE ${of('delivered')}`,
    'A02 A03',
  ],
  [
    'A03',
    'an entry does not begin where the one before it ended',
    `UPDATE ledger_entry SET balance_before_kobo = balance_before_kobo + 1, balance_after_kobo = balance_after_kobo + 1
      WHERE ${of('delivered')}`,
    'A03',
  ],
  ['A04', 'a purchase was debited twice', `${entry('delivered', 'debit', -1000)}`, 'A04 X04'],
  [
    'A04',
    'a purchase was debited less than its amount',
    `UPDATE purchase SET amount_kobo = amount_kobo + 1 WHERE request_ref = 'delivered'`,
    'A04 X04',
  ],
  ['A05', 'a success was refunded', `${entry('delivered', 'refund', 1000)}`, 'A05 X04'],
  ['A05', 'a failed purchase was refunded twice', `${entry('rejected', 'refund', 1000)}`, 'A05 X04'],
  [
    'A05',
    'a failed purchase was not refunded',
    `DELETE FROM ledger_entry WHERE kind = 'refund' AND ${of('rejected')}`,
    'A01 A03 A05',
  ],
  [
    'A06',
    'an entry names another reference',
    `UPDATE ledger_entry SET reference = 'else' WHERE ${of('delivered')}`,
    'A06',
  ],
  [
    'A06',
    'the purchase of a debit has vanished',
    `DELETE FROM purchase WHERE request_ref = 'data delivered'`,
    'A06 A08 A13 A20 R03 X04',
  ],
  [
    'A06',
    'a funding belongs to a purchase',
    `UPDATE ledger_entry SET purchase_id = ${id('delivered')}, reference = 'delivered'
      WHERE id = (SELECT min(id) FROM ledger_entry)`,
    'A06',
  ],
  [
    'A07',
    'two purchases share a reference',
    `UPDATE purchase SET request_ref = 'delivered' WHERE request_ref = 'rejected'`,
    'A06 A07',
  ],
  [
    'A08',
    'a move was not recorded',
    `DELETE FROM purchase_history WHERE to_status = 'pending' AND ${of('data late')}`,
    'A08',
  ],
  [
    'A08',
    'the status is not the last one of the history',
    `UPDATE purchase SET status = 'pending' WHERE request_ref = 'unsent'`,
    'A08',
  ],
  ['A08', 'a purchase has no history', `DELETE FROM purchase_history WHERE ${of('unsent')}`, 'A08'],
  ['A09', 'a failed purchase became a success', `${move('rejected', 'failed', 'success')}`, 'A08 A09'],
  ['A09', 'a success went back to pending', `${move('delivered', 'success', 'pending')}`, 'A08 A09'],
  ['A10', 'a purchase was sent twice', `UPDATE purchase SET sends = 2 WHERE request_ref = 'delivered'`, 'A10'],
  [
    'A10',
    'a success was never sent',
    `UPDATE purchase SET sends = 0, sent_at = NULL WHERE request_ref = 'delivered'`,
    'A10',
  ],
  [
    'A10',
    'a success was never sent, and no closed attempt delivered it',
    `UPDATE purchase SET sends = 0, sent_at = NULL, provider_ref = NULL, contradicted_by = '{}'
      WHERE request_ref = 'delivered'`,
    'A10',
  ],
  [
    'A10',
    'a reversed success was never sent',
    `UPDATE purchase SET sends = 0, sent_at = NULL, provider_ref = NULL WHERE request_ref = 'taken back'`,
    'A10',
  ],
  [
    'A10',
    'a sent purchase is marked unsent',
    `UPDATE purchase SET sends = 0, sent_at = NULL WHERE request_ref = 'in doubt'`,
    'A10',
  ],
  [
    'A11',
    'a client was forgotten after its window',
    `UPDATE purchase SET window_ends_at = now() - interval '3 min', claim_expires_at = NULL,
                         next_check_at = now() + interval '1 h' WHERE request_ref = 'sending'`,
    'A11',
  ],
  [
    'A12',
    'an open purchase has no next check',
    `UPDATE purchase SET next_check_at = NULL WHERE request_ref = 'in doubt'`,
    'A12',
  ],
  [
    'A12',
    'the check of an open purchase is overdue',
    `UPDATE purchase SET next_check_at = now() - interval '3 min' WHERE request_ref = 'unsent'`,
    'A12',
  ],
  ['A13', 'the event of a failure says success', `${event('rejected', 'airtime.purchase.success', 'success')}`, 'A13'],
  ['A13', 'the event of a success says failure', `${event('delivered', 'airtime.purchase.failed', 'failed')}`, 'A13'],
  ['A13', 'a reversal was told twice', `${event('taken back', 'airtime.purchase.failed', 'failed')}`, 'A13'],
  [
    'A13',
    'an event says pending, which it never was',
    `${event('delivered', 'airtime.purchase.pending', 'pending')}`,
    'A13',
  ],
  ['A13', 'a data purchase has a pending event', `${event('data late', 'data.purchase.pending', 'pending')}`, 'A13'],
  [
    'A13',
    'a cable purchase has an event',
    `${event('cable delivered', 'cable_tv.purchase.success', 'success')}`,
    'A13',
  ],
  [
    'A13',
    'event and status differ',
    `UPDATE webhook_event SET status = 'failed' WHERE event LIKE '%success' AND ${of('delivered')}`,
    'A13',
  ],
  ['A13', 'an event was written twice', `${event('delivered', 'airtime.purchase.success', 'success')}`, 'A13'],
  [
    'A13',
    'an event went to another account',
    `UPDATE webhook_event SET account_id = ${account('two')} WHERE ${of('rejected')}`,
    'A13',
  ],
  [
    'A13',
    'an event belongs to no purchase',
    `UPDATE webhook_event SET purchase_id = NULL WHERE ${of('data delivered')}`,
    'A13',
  ],
  [
    'A13',
    'a test event belongs to a purchase',
    `UPDATE webhook_event SET purchase_id = ${id('unsent')} WHERE purchase_id IS NULL`,
    'A13',
  ],
  [
    'A13',
    'a test event has a status that its kind never has',
    `UPDATE webhook_event SET status = 'pending' WHERE purchase_id IS NULL`,
    'A13',
  ],
  [
    'A13',
    'a test event is none of the documented events',
    `UPDATE webhook_event SET event = 'airtime.purchase.lost' WHERE purchase_id IS NULL`,
    'A13',
  ],
  [
    'A13',
    'a resend differs from its original',
    `UPDATE webhook_event SET details = 'else' WHERE resent_from IS NOT NULL`,
    'A13',
  ],
  [
    'A13',
    'a resend has no original',
    `UPDATE webhook_event SET resent_from = gen_random_uuid() WHERE resent_from IS NOT NULL`,
    'A13',
  ],
  [
    'A13',
    'the event of a query has a status that never was',
    `${event('unsent', 'transaction.requery', 'refunded')}`,
    'A13',
  ],
  [
    'A14',
    'an event waits without end',
    `UPDATE webhook_event SET created_at = now() - interval '3 min' WHERE ${of('data delivered')};
     UPDATE webhook_event SET claimed_at = claimed_at - interval '3 min' WHERE state <> 'queued'`,
    'A14',
  ],
  [
    'A14',
    'an event is being sent without end',
    `UPDATE webhook_event SET state = 'sending', claimed_at = now() - interval '3 min' WHERE ${of('data delivered')}`,
    'A14',
  ],
  ['A15', 'a token has no notification', `DELETE FROM notification WHERE ${of('power delivered')}`, 'A15'],
  ['A15', 'a token has two notifications', `${message('power delivered')}`, 'A15'],
  ['A15', 'a bill without a token has a notification', `${message('bill paid')}`, 'A15'],
  ['A15', 'a token that the disco has not given yet has a notification', `${message('token awaited')}`, 'A15'],
  ['A15', 'airtime has a notification', `${message('delivered')}`, 'A15'],
  [
    'A15',
    'a refunded purchase has a token and a notification',
    `UPDATE purchase SET result = '{"token": "12345678901234567890"}' WHERE request_ref = 'power rejected';
     ${message('power rejected')}`,
    'A15',
  ],
  [
    'A15',
    'a notification belongs to no purchase',
    `UPDATE notification SET purchase_id = gen_random_uuid() WHERE ${of('power taken back')}`,
    'A15',
  ],
  [
    'A15',
    'a token waits without end',
    `UPDATE notification SET next_attempt_at = now() - interval '3 min' WHERE ${of('power delivered')}`,
    'A15',
  ],
];
