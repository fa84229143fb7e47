import { explainRefusal, isRefused, type RefusalCode, type Refused, refusalText } from './refusal-catalog';

const id = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
const email = 'ada@example.com';

const day = '2026-11-20';
const at = new Date('2026-11-21T00:00:00Z');
const monnify = { provider: 'monnify', day };
/** Why a day is not closed, each with all that it can name. */
const ofClose = {
  day_not_over: { kind: 'day_not_over', ...monnify, from: at },
  day_closed_before: { kind: 'day_closed_before', ...monnify, by: email, at },
  day_before_first: { kind: 'day_before_first', ...monnify, first: '2026-11-21' },
  day_before_is_open: { kind: 'day_before_is_open', ...monnify, next: '2026-11-18', last: '2026-11-19' },
  statement_incomplete: {
    kind: 'statement_incomplete',
    ...monnify,
    needed: { from: at, to: at },
    covered: { from: at, to: at },
    hasApi: false,
  },
  opening_unknown: { kind: 'opening_unknown', ...monnify, firstDay: null },
  day_has_open_orders: { kind: 'day_has_open_orders', ...monnify, open: 2 },
  day_has_findings: { kind: 'day_has_findings', ...monnify, findings: 2, firstDay: '2026-11-18', unknownCosts: 2 },
  day_drifts: { kind: 'day_drifts', ...monnify, driftKobo: -1_234n, unexplainedKobo: 5n, unknownCosts: 1 },
} satisfies { [K in RefusalCode]?: Refused<K> };

/** Each text as an operator reads it. A code that is missing here does not compile. */
const shown: Record<RefusalCode, string> = {
  buying_off: refusalText({ kind: 'buying_off' }),
  second_factor_needed: refusalText({ kind: 'second_factor_needed' }),
  buying_cap_reached: refusalText({ kind: 'buying_cap_reached', leftKobo: 1_250n }),
  balance_too_low: refusalText({ kind: 'balance_too_low', balanceKobo: 1_250n }),
  charge_changed: refusalText({ kind: 'charge_changed', chargeKobo: 1_250n }),
  total_changed: refusalText({ kind: 'total_changed', totalKobo: 1_250n }),
  no_such_batch: refusalText({ kind: 'no_such_batch' }),
  batch_id_taken: refusalText({ kind: 'batch_id_taken' }),
  batch_move_not_possible: refusalText({ kind: 'batch_move_not_possible', state: 'done' }),
  routing_faulty: refusalText({ kind: 'routing_faulty', faults: ['Line 1 is empty.', 'Line 2 too.'] }),
  no_such_routing_version: refusalText({ kind: 'no_such_routing_version', version: 3 }),
  routing_active_already: refusalText({ kind: 'routing_active_already', version: 3 }),
  no_service_of_product: refusalText({
    kind: 'no_service_of_product',
    service: 'mtnn',
    product: 'AIRTIME',
    services: ['mtn'],
  }),
  product_off: refusalText({ kind: 'product_off', product: 'EXAM_PIN', setting: 'EXAM_PINS' }),
  discount_below_cost: refusalText({ kind: 'discount_below_cost', service: 'mtn', bps: 350, costBps: 9_700 }),
  takes_no_discount: refusalText({ kind: 'takes_no_discount' }),
  no_such_discount: refusalText({ kind: 'no_such_discount', tier: 'gold', service: 'mtn' }),
  message_has_ended: refusalText({ kind: 'message_has_ended' }),
  no_message: refusalText({ kind: 'no_message', product: 'AIRTIME', service: 'mtn' }),
  code_needed: refusalText({ kind: 'code_needed' }),
  no_such_account: refusalText({ kind: 'no_such_account', account: id }),
  account_name_taken: refusalText({ kind: 'account_name_taken', name: 'Ada Stores' }),
  no_such_tier: refusalText({ kind: 'no_such_tier', tier: 'gold' }),
  tier_name_taken: refusalText({ kind: 'tier_name_taken', name: 'gold' }),
  transfer_told_otherwise: refusalText({ kind: 'transfer_told_otherwise', reference: 'MNFY|1', amountKobo: 1_250n }),
  no_such_transfer: refusalText({ kind: 'no_such_transfer', id: 3n }),
  transfer_not_open: refusalText({ kind: 'transfer_not_open', id: 3n }),
  transfer_needs_account: refusalText({ kind: 'transfer_needs_account', id: 3n }),
  transfer_reference_odd: refusalText({ kind: 'transfer_reference_odd', id: 3n }),
  matched_changed: refusalText({ kind: 'matched_changed', count: 2, totalKobo: 50_000n }),
  collections_off: refusalText({ kind: 'collections_off' }),
  no_owner_yet: refusalText({ kind: 'no_owner_yet', account: 'Ada Stores' }),
  collector_refused: refusalText({ kind: 'collector_refused', reason: 'BVN is invalid' }),
  collector_silent: refusalText({ kind: 'collector_silent' }),
  collector_knows_customer: refusalText({ kind: 'collector_knows_customer', reason: 'one account for a customer' }),
  collections_not_compared: refusalText({ kind: 'collections_not_compared', day: '2026-11-18' }),
  reference_used: refusalText({
    kind: 'reference_used',
    reference: 'bank-1',
    account: 'Ada Stores',
    at: new Date('2026-11-22T10:05:00Z'),
    amountKobo: 1_250n,
  }),
  adjustment_used: refusalText({
    kind: 'adjustment_used',
    reference: 'fix-1',
    amountKobo: -1_250n,
    balanceBeforeKobo: 1_255n,
    balanceAfterKobo: 5n,
  }),
  approval_needed: refusalText({ kind: 'approval_needed', limitKobo: 100_000_000n }),
  no_open_claim: refusalText({ kind: 'no_open_claim', reference: 'order-1', state: 'reversed' }),
  cap_exceeded: refusalText({ kind: 'cap_exceeded', leftKobo: 1_250n }),
  no_such_entry: refusalText({ kind: 'no_such_entry', entryId: 12n }),
  below_zero: refusalText({ kind: 'below_zero', balanceKobo: 1_250n }),
  no_such_approval: refusalText({ kind: 'no_such_approval', id }),
  not_your_request: refusalText({ kind: 'not_your_request' }),
  approval_decided: refusalText({ kind: 'approval_decided', state: 'declined' }),
  not_a_payment_reference: refusalText({ kind: 'not_a_payment_reference' }),
  payment_reference_mistyped: refusalText({ kind: 'payment_reference_mistyped', reference: 'TUP-7K2MWR' }),
  no_such_payment_reference: refusalText({ kind: 'no_such_payment_reference', reference: 'TUP-7K2MRW' }),
  approval_expired: refusalText({ kind: 'approval_expired' }),
  own_request: refusalText({ kind: 'own_request' }),
  about_decider: refusalText({ kind: 'about_decider' }),
  factor_too_young: refusalText({ kind: 'factor_too_young' }),
  approval_not_done: refusalText({ kind: 'approval_not_done', why: 'cap_exceeded' }),
  no_active_key: refusalText({ kind: 'no_active_key', id }),
  expires_in_past: refusalText({ kind: 'expires_in_past', at: new Date('2026-11-21T12:00:00Z') }),
  unreadable_keys: refusalText({ kind: 'unreadable_keys', names: ['a', 'b', 'c', 'd'], all: 9 }),
  has_webhook_secret: refusalText({ kind: 'has_webhook_secret', account: 'Ada Stores' }),
  no_webhook_secret: refusalText({ kind: 'no_webhook_secret', account: 'Ada Stores' }),
  webhook_secret_changed: refusalText({ kind: 'webhook_secret_changed', account: 'Ada Stores' }),
  no_such_user: refusalText({ kind: 'no_such_user', user: email }),
  email_taken: refusalText({ kind: 'email_taken', email }),
  user_disabled: refusalText({ kind: 'user_disabled', email }),
  already_disabled: refusalText({ kind: 'already_disabled', email }),
  no_two_factor: refusalText({ kind: 'no_two_factor', email }),
  not_an_operator: refusalText({ kind: 'not_an_operator', email }),
  is_an_operator: refusalText({ kind: 'is_an_operator', email }),
  no_such_plan: refusalText({ kind: 'no_such_plan', planId: 'mtn-1gb' }),
  preview_stale: refusalText({ kind: 'preview_stale' }),
  no_such_plan_row: refusalText({ kind: 'no_such_plan_row', id: 12 }),
  not_announced: refusalText({ kind: 'not_announced', id: 12 }),
  not_withdrawn: refusalText({ kind: 'not_withdrawn', id: 12 }),
  plan_id_taken: refusalText({ kind: 'plan_id_taken', id: 12 }),
  below_cost: refusalText({ kind: 'below_cost', planId: 'mtn-1gb', costKobo: 10_000n }),
  not_on_hold: refusalText({ kind: 'not_on_hold', planId: 'mtn-1gb' }),
  loss_cap_reached: refusalText({ kind: 'loss_cap_reached', planId: 'mtn-1gb' }),
  cost_not_known: refusalText({ kind: 'cost_not_known', planId: 'mtn-1gb' }),
  still_below_cost: refusalText({ kind: 'still_below_cost', planId: 'mtn-1gb', tiers: ['gold', 'standard'] }),
  force_needs_price: refusalText({ kind: 'force_needs_price' }),
  sync_under_way: refusalText({ kind: 'sync_under_way' }),
  no_such_mapping: refusalText({ kind: 'no_such_mapping', id: 12 }),
  no_such_provider_product: refusalText({ kind: 'no_such_provider_product', id: 12 }),
  not_sold: refusalText({ kind: 'not_sold', product: 'mtn-data/m1' }),
  no_such_product: refusalText({ kind: 'no_such_product', product: 'mtn-data/m1' }),
  product_gone: refusalText({ kind: 'product_gone', provider: 'monnify', theirs: 'MTN 1GB' }),
  mapping_taken: refusalText({ kind: 'mapping_taken', ours: 'mtn-data/m1', provider: 'monnify', by: 12 }),
  product_differs: refusalText({ kind: 'product_differs', ours: 'mtn-data/m1', theirs: 'Glo 1GB', is: 'of glo-data' }),
  no_such_purchase: refusalText({ kind: 'no_such_purchase', reference: 'order-1' }),
  several_purchases: refusalText({ kind: 'several_purchases', reference: 'order-1', accounts: ['a', 'b', 'c', 'd'] }),
  never_sent: refusalText({ kind: 'never_sent' }),
  nothing_to_requery: refusalText({ kind: 'nothing_to_requery' }),
  in_flight: refusalText({ kind: 'in_flight', until: new Date(0) }),
  takes_no_token: refusalText({ kind: 'takes_no_token' }),
  token_missing: refusalText({ kind: 'token_missing' }),
  unclear_tokens: refusalText({ kind: 'unclear_tokens' }),
  was_refunded: refusalText({ kind: 'was_refunded', status: 'refunded', underReview: true }),
  overtaken: refusalText({ kind: 'overtaken', status: 'success' }),
  no_seal: refusalText({ kind: 'no_seal', n: null }),
  still_signs_in: refusalText({ kind: 'still_signs_in', email }),
  verification_under_way: refusalText({ kind: 'verification_under_way' }),
  no_such_provider: refusalText({ kind: 'no_such_provider', provider: 'vtpas', known: ['vtpass', 'monnify'] }),
  provider_needed: refusalText({ kind: 'provider_needed', known: ['vtpass', 'monnify'] }),
  no_such_service: refusalText({ kind: 'no_such_service', provider: 'vtpass', service: 'mtn' }),
  already_closed: refusalText({ kind: 'already_closed', provider: 'vtpass', service: 'mtn' }),
  not_closed: refusalText({ kind: 'not_closed', provider: 'vtpass', service: null, closed: ['mtn'] }),
  float_unavailable: refusalText({ kind: 'float_unavailable', provider: 'vtpass', reason: 'no answer within 10 s' }),
  no_statement: refusalText({ kind: 'no_statement', provider: 'vtpass' }),
  statement_unreadable: refusalText({ kind: 'statement_unreadable', provider: 'monnify', reason: 'HTTP 500' }),
  csv_unreadable: refusalText({ kind: 'csv_unreadable', faults: Array(4).fill('row 1 has no amount') }),
  no_such_import: refusalText({ kind: 'no_such_import', id: 7n }),
  not_read: refusalText({ kind: 'not_read', id: 7n }),
  rows_unknown: refusalText({ kind: 'rows_unknown', id: 7n }),
  import_day_closed: refusalText({ kind: 'import_day_closed', id: 7n, day }),
  no_such_finding: refusalText({ kind: 'no_such_finding', id: 7n }),
  finding_not_open: refusalText({ kind: 'finding_not_open', id: 7n, state: 'resolved' }),
  no_float: refusalText({ kind: 'no_float', id: 7n }),
  nothing_suggested: refusalText({ kind: 'nothing_suggested', id: 7n }),
  range_empty: refusalText({ kind: 'range_empty' }),
  range_not_over: refusalText({ kind: 'range_not_over', until: new Date('2026-11-20T23:00:00Z') }),
  day_not_over: refusalText(ofClose.day_not_over),
  day_closed_before: refusalText(ofClose.day_closed_before),
  day_before_first: refusalText(ofClose.day_before_first),
  day_before_is_open: refusalText(ofClose.day_before_is_open),
  statement_incomplete: refusalText(ofClose.statement_incomplete),
  opening_unknown: refusalText(ofClose.opening_unknown),
  day_has_open_orders: refusalText(ofClose.day_has_open_orders),
  day_has_findings: refusalText(ofClose.day_has_findings),
  day_drifts: refusalText(ofClose.day_drifts),
  queues_away: refusalText({ kind: 'queues_away' }),
};

describe('an operator does not understand why nothing was changed', () => {
  test.each(Object.entries(shown))('%s is plain sentences of at most 200 characters', (_, text) => {
    expect(text).toMatch(/^[“A-Z].*\.$/);
    expect(text.length).toBeLessThanOrEqual(200);
    for (const sentence of text.split(/(?<=\.) /)) expect(sentence.split(' ').length).toBeLessThanOrEqual(20);
    expect(text).not.toMatch(/\b(told|tells?|hint|figures|whose|mends?|nobody|undefined|null)\b|: |;|--|\/api/i);
  });

  test('amounts are naira, and at most three ids are named', () => {
    expect(shown.reference_used).toBe(
      'Reference "bank-1" funded account "Ada Stores" with NGN 12.50 at 2026-11-22 10:05 UTC. Nothing was added. For another payment, add a suffix such as "-2".',
    );
    expect(shown.below_cost).toContain('NGN 100.00');
    expect(shown.unreadable_keys).toContain('4 of 9 keys and webhook secrets (a, b, c …)');
  });

  test('a send without a known end is not given one', () => {
    expect(shown.in_flight).toContain('on its way to the provider until 1970-01-01T00:00:00.000Z.');
    expect(refusalText({ kind: 'in_flight', until: null })).toMatch(/^The order may be on its way to the provider\./);
  });
});

describe('console and `ops` say different things of the same refusal', () => {
  test('status, code, field and what helps are said with the text', () => {
    expect(explainRefusal({ kind: 'no_such_tier', tier: 'gold' })).toEqual({
      status: 400,
      code: 'validation_failed',
      field: 'tier',
      text: 'There is no tier "gold".',
      inOps: '`tier list` shows all tiers.',
    });
    expect(explainRefusal({ kind: 'no_such_approval', id })).toMatchObject({ status: 404, code: 'not_found' });
    expect(explainRefusal({ kind: 'own_request' })).toEqual({
      status: 409,
      code: 'own_request',
      text: shown.own_request,
    });
    expect(explainRefusal({ kind: 'account_name_taken', name: 'a' })).toMatchObject({
      status: 409,
      code: 'name_taken',
    });
    expect(explainRefusal({ kind: 'queues_away' })).toMatchObject({ status: 503, code: 'queues_away' });
  });

  test('a purchase that is not under review has no review to close', () => {
    const refunded = { kind: 'was_refunded', status: 'refunded' } as const;
    expect(explainRefusal({ ...refunded, underReview: true }).inOps).toBe('To close the review, use --refund.');
    const { inOps, inConsole } = explainRefusal({ ...refunded, underReview: false });
    expect(inOps).toMatch(/has the value after all, take the money back .* `wallet adjust`\.$/);
    expect(inConsole).toMatch(/ “Adjust” on the account’s page\.$/);
  });

  test('what helps can name the facts of the refusal', () => {
    const refused = { ...ofClose.day_has_findings, findings: 1, firstDay: day, unknownCosts: 0 } as const;
    expect(explainRefusal(refused)).toEqual({
      status: 409,
      code: 'day_has_findings',
      text: 'The day 2026-11-20 at monnify has 1 open finding.',
      inOps: 'Run `recon findings --provider monnify --day 2026-11-20`, and resolve each with `recon resolve`.',
      inConsole: 'Resolve each open finding of 2026-11-20.',
    });
  });

  test.each(Object.values(ofClose))(
    '$kind of a close is at most two sentences of 25 words on each surface',
    (refused) => {
      const { text, inOps = '', inConsole = '' } = explainRefusal(refused);
      for (const added of [inOps, inConsole]) {
        const sentences = `${text} ${added}`.trim().split(/(?<=\.) /);
        expect(sentences.length).toBeLessThanOrEqual(2);
        for (const sentence of sentences) expect(sentence.split(' ').length).toBeLessThanOrEqual(25);
      }
      expect(inOps).toMatch(/`(recon|purchase) [^`]+`/);
    },
  );

  test('what was done is no refusal', () => {
    expect(isRefused({ kind: 'own_request' })).toBe(true);
    expect(isRefused({ kind: 'changed' })).toBe(false);
    expect(isRefused({ kind: 'constructor' })).toBe(false);
  });
});
