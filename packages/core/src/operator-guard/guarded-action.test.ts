import { type GuardedAction, guardedActionKinds, toPayload } from './guarded-action';

const [id, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];
const linkDigest = Buffer.from('00ff', 'hex');

/** As the functions of the database build them of their arguments (request_approval.sql). */
const PAYLOADS: [GuardedAction, object][] = [
  [
    { kind: 'fund', accountId: id, amountKobo: 5n, reference: 'bank 1' },
    { account_id: id, amount_kobo: '5', reference: 'bank 1' },
  ],
  [
    { kind: 'adjust', accountId: id, amountKobo: -5n, reference: 'r', entryId: 7n, reason: 'twice', belowZero: true },
    { account_id: id, amount_kobo: '-5', reference: 'r', entry_id: '7', reason: 'twice', below_zero: true },
  ],
  [
    { kind: 'adjust', accountId: id, amountKobo: 5n, reference: 'r', entryId: null, reason: 'twice', belowZero: false },
    { account_id: id, amount_kobo: '5', reference: 'r', entry_id: null, reason: 'twice', below_zero: false },
  ],
  [
    { kind: 'refund', purchaseId: id, amountKobo: 5n, delivered: false, cause: 'c', message: 'm' },
    { purchase_id: id, amount_kobo: '5', delivered: false, cause: 'c', message: 'm' },
  ],
  [
    { kind: 'limits', approvalLimitKobo: 1n, dailyCapKobo: 2n },
    { approval_limit_kobo: '1', daily_cap_kobo: '2' },
  ],
  [
    { kind: 'collections', state: 'on', capKobo: 3n },
    { state: 'on', cap_kobo: '3' },
  ],
  [
    { kind: 'price', tier: 'gold', planId: 'P1', priceKobo: 1n, costKobo: 2n },
    { tier: 'gold', plan_id: 'P1', price_kobo: '1', cost_kobo: '2' },
  ],
  [
    { kind: 'discount', tier: 'gold', productType: 'AIRTIME', service: 'mtn', bps: 250 },
    { tier: 'gold', product_type: 'AIRTIME', service: 'mtn', bps: 250 },
  ],
  [
    { kind: 'operator_add', userId: id, name: 'Ada', email: 'Ada@topup.example', linkDigest },
    { user_id: id, name: 'Ada', email: 'ada@topup.example', link_digest: '00ff' },
  ],
  [
    { kind: 'operator_link', userId: id, linkDigest },
    { user_id: id, link_digest: '00ff' },
  ],
  [{ kind: 'operator_factor_reset', userId: id }, { user_id: id }],
  [{ kind: 'operator_disable', userId: id }, { user_id: id }],
  [
    { kind: 'owner_add', userId: id, accountId: other, name: 'Obi', email: 'Obi@client.example' },
    { user_id: id, account_id: other, name: 'Obi', email: 'obi@client.example' },
  ],
];

describe('an approval holds something else than what the database compares', () => {
  const named = PAYLOADS.map(([action, payload]) => [action.kind, action, payload] as const);

  test.each(named)('%s: exactly the facts of its kind', (_kind, action, payload) => {
    expect(toPayload(Object.assign({}, action, { note: 'besides' }))).toEqual(payload);
  });

  test('each kind has its facts', () => {
    expect(new Set(PAYLOADS.map(([{ kind }]) => kind))).toEqual(new Set(guardedActionKinds));
  });
});
