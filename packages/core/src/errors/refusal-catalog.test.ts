import { explainRefusal, isRefused, type RefusalCode, refusalTexts } from './refusal-catalog';

const id = '0199f3a2-7c1e-7b60-9d3e-0123456789ab';
const email = 'ada@example.com';

const day = '2026-11-20';
/** Each text as an operator reads it. A code that is missing here does not compile. */
const shown: Record<RefusalCode, string> = {
  routing_faulty: refusalTexts.routing_faulty({ faults: ['Line 1 is empty.', 'Line 2 too.'] }),
  no_such_routing_version: refusalTexts.no_such_routing_version({ version: 3 }),
  routing_active_already: refusalTexts.routing_active_already({ version: 3 }),
  no_service_of_product: refusalTexts.no_service_of_product({ service: 'mtnn', product: 'AIRTIME', services: ['mtn'] }),
  code_needed: refusalTexts.code_needed(),
  no_such_account: refusalTexts.no_such_account({ account: id }),
  account_name_taken: refusalTexts.account_name_taken({ name: 'Ada Stores' }),
  no_such_tier: refusalTexts.no_such_tier({ tier: 'gold' }),
  tier_name_taken: refusalTexts.tier_name_taken({ name: 'gold' }),
  reference_used: refusalTexts.reference_used({
    reference: 'bank-1',
    account: 'Ada Stores',
    at: new Date('2026-11-22T10:05:00Z'),
    amountKobo: 1_250n,
  }),
  adjustment_used: refusalTexts.adjustment_used({
    reference: 'fix-1',
    amountKobo: -1_250n,
    balanceBeforeKobo: 1_255n,
    balanceAfterKobo: 5n,
  }),
  approval_needed: refusalTexts.approval_needed({ limitKobo: 100_000_000n }),
  cap_exceeded: refusalTexts.cap_exceeded({ leftKobo: 1_250n }),
  no_such_entry: refusalTexts.no_such_entry({ entryId: 12n }),
  below_zero: refusalTexts.below_zero({ balanceKobo: 1_250n }),
  no_such_approval: refusalTexts.no_such_approval({ id }),
  not_your_request: refusalTexts.not_your_request(),
  approval_decided: refusalTexts.approval_decided({ state: 'declined' }),
  not_a_payment_reference: refusalTexts.not_a_payment_reference(),
  payment_reference_mistyped: refusalTexts.payment_reference_mistyped({ reference: 'TUP-7K2MWR' }),
  no_such_payment_reference: refusalTexts.no_such_payment_reference({ reference: 'TUP-7K2MRW' }),
  approval_expired: refusalTexts.approval_expired(),
  own_request: refusalTexts.own_request(),
  about_decider: refusalTexts.about_decider(),
  factor_too_young: refusalTexts.factor_too_young(),
  approval_not_done: refusalTexts.approval_not_done({ why: 'cap_exceeded' }),
  no_active_key: refusalTexts.no_active_key({ id }),
  expires_in_past: refusalTexts.expires_in_past({ at: new Date('2026-11-21T12:00:00Z') }),
  unreadable_keys: refusalTexts.unreadable_keys({ names: ['a', 'b', 'c', 'd'], all: 9 }),
  has_webhook_secret: refusalTexts.has_webhook_secret({ account: 'Ada Stores' }),
  no_webhook_secret: refusalTexts.no_webhook_secret({ account: 'Ada Stores' }),
  webhook_secret_changed: refusalTexts.webhook_secret_changed({ account: 'Ada Stores' }),
  no_such_user: refusalTexts.no_such_user({ user: email }),
  email_taken: refusalTexts.email_taken({ email }),
  user_disabled: refusalTexts.user_disabled({ email }),
  already_disabled: refusalTexts.already_disabled({ email }),
  no_two_factor: refusalTexts.no_two_factor({ email }),
  not_an_operator: refusalTexts.not_an_operator({ email }),
  is_an_operator: refusalTexts.is_an_operator({ email }),
  no_such_plan: refusalTexts.no_such_plan({ planId: 'mtn-1gb' }),
  preview_stale: refusalTexts.preview_stale(),
  no_such_plan_row: refusalTexts.no_such_plan_row({ id: 12 }),
  not_announced: refusalTexts.not_announced({ id: 12 }),
  not_withdrawn: refusalTexts.not_withdrawn({ id: 12 }),
  plan_id_taken: refusalTexts.plan_id_taken({ id: 12 }),
  below_cost: refusalTexts.below_cost({ planId: 'mtn-1gb', costKobo: 10_000n }),
  not_stopped: refusalTexts.not_stopped({ planId: 'mtn-1gb' }),
  loss_cap_reached: refusalTexts.loss_cap_reached({ planId: 'mtn-1gb' }),
  still_below_cost: refusalTexts.still_below_cost({ planId: 'mtn-1gb', tiers: ['gold', 'standard'] }),
  force_needs_price: refusalTexts.force_needs_price(),
  sync_under_way: refusalTexts.sync_under_way(),
  no_such_mapping: refusalTexts.no_such_mapping({ id: 12 }),
  no_such_provider_product: refusalTexts.no_such_provider_product({ id: 12 }),
  no_such_product: refusalTexts.no_such_product({ product: 'mtn-data/m1' }),
  product_gone: refusalTexts.product_gone({ provider: 'monnify', theirs: 'MTN 1GB' }),
  mapping_taken: refusalTexts.mapping_taken({ ours: 'mtn-data/m1', provider: 'monnify', by: 12 }),
  product_differs: refusalTexts.product_differs({ ours: 'mtn-data/m1', theirs: 'Glo 1GB', is: 'of glo-data' }),
  no_such_purchase: refusalTexts.no_such_purchase({ reference: 'order-1' }),
  several_purchases: refusalTexts.several_purchases({ reference: 'order-1', accounts: ['a', 'b', 'c', 'd'] }),
  never_sent: refusalTexts.never_sent(),
  nothing_to_requery: refusalTexts.nothing_to_requery(),
  in_flight: refusalTexts.in_flight({ until: new Date(0) }),
  takes_no_token: refusalTexts.takes_no_token(),
  unclear_tokens: refusalTexts.unclear_tokens(),
  was_refunded: refusalTexts.was_refunded({ status: 'refunded' }),
  overtaken: refusalTexts.overtaken({ status: 'success' }),
  no_seal: refusalTexts.no_seal({ n: null }),
  still_signs_in: refusalTexts.still_signs_in({ email }),
  verification_under_way: refusalTexts.verification_under_way(),
  no_such_provider: refusalTexts.no_such_provider({ provider: 'vtpas', known: ['vtpass', 'monnify'] }),
  provider_needed: refusalTexts.provider_needed({ known: ['vtpass', 'monnify'] }),
  no_such_service: refusalTexts.no_such_service({ provider: 'vtpass', service: 'mtn' }),
  already_closed: refusalTexts.already_closed({ provider: 'vtpass', service: 'mtn' }),
  not_closed: refusalTexts.not_closed({ provider: 'vtpass', service: null }),
  float_unavailable: refusalTexts.float_unavailable({ provider: 'vtpass', reason: 'no answer within 10 s' }),
  no_statement: refusalTexts.no_statement({ provider: 'vtpass' }),
  statement_unreadable: refusalTexts.statement_unreadable({ provider: 'monnify', reason: 'HTTP 500' }),
  csv_unreadable: refusalTexts.csv_unreadable({ faults: Array(4).fill('row 1 has no amount') }),
  no_such_import: refusalTexts.no_such_import({ id: 7n }),
  not_read: refusalTexts.not_read({ id: 7n }),
  rows_unknown: refusalTexts.rows_unknown({ id: 7n }),
  import_day_closed: refusalTexts.import_day_closed({ id: 7n, day }),
  no_such_finding: refusalTexts.no_such_finding({ id: 7n }),
  finding_not_open: refusalTexts.finding_not_open({ id: 7n, state: 'resolved' }),
  nothing_suggested: refusalTexts.nothing_suggested({ id: 7n }),
  range_empty: refusalTexts.range_empty(),
  range_not_over: refusalTexts.range_not_over({ until: new Date('2026-11-20T23:00:00Z') }),
  day_not_over: refusalTexts.day_not_over({ day }),
  day_closed_before: refusalTexts.day_closed_before({ day }),
  day_before_is_open: refusalTexts.day_before_is_open({ day }),
  statement_incomplete: refusalTexts.statement_incomplete({ day }),
  day_has_open_orders: refusalTexts.day_has_open_orders({ day, open: 2 }),
  day_has_findings: refusalTexts.day_has_findings({ day, findings: 2 }),
  day_drifts: refusalTexts.day_drifts({ day, driftKobo: -1_234n, unexplainedKobo: 5n }),
  queues_away: refusalTexts.queues_away(),
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
    expect(refusalTexts.in_flight({ until: null })).toMatch(/^The order may be on its way to the provider\./);
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

  test('what was done is no refusal', () => {
    expect(isRefused({ kind: 'own_request' })).toBe(true);
    expect(isRefused({ kind: 'changed' })).toBe(false);
    expect(isRefused({ kind: 'constructor' })).toBe(false);
  });
});
