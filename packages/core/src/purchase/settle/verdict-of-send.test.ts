import type { ProductType } from '../../product/products';
import type { SendOutcome } from '../../provider/provider.port';
import { delivered, duplicate, meter, purchaseOf, rules } from '../../testing/verdicts';
import { verdictOfNeverSent, verdictOfSend } from './verdict';

const purchase = purchaseOf('AIRTIME');

describe('the answer of a send refunds an order that may be delivered, or loses its cost', () => {
  test('delivered: a success with its cost', () => {
    expect(verdictOfSend(purchase, delivered, rules)).toMatchObject({
      targetStatus: 'success',
      basis: 'answer',
      costKobo: 9_700n,
      review: false,
    });
  });

  // fault V22: on the send, on a requery
  test('delivered to another recipient: still a success, and it goes to review', () => {
    expect(verdictOfSend(purchase, { ...delivered, mismatch: 'recipient …0002' }, rules)).toMatchObject({
      targetStatus: 'success',
      review: true,
    });
  });

  test('rejected, or provably not sent: refunded', () => {
    expect(
      verdictOfSend(purchase, { kind: 'rejected', code: '016', reason: 'No.', fault: 'order' }, rules),
    ).toMatchObject({
      targetStatus: 'failed',
      basis: 'answer',
      cause: { code: 'provider_rejected', detail: '016' },
      message: 'Airtime purchase failed: No. Your wallet has been refunded.',
    });
    expect(
      verdictOfSend(purchase, { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules),
    ).toMatchObject({
      targetStatus: 'failed',
      cause: { code: 'provider_unreachable' },
    });
  });

  test('unknown: open, and requeried after 5 s', () => {
    expect(
      verdictOfSend(purchase, { kind: 'unknown', reason: 'timeout', rejection: null, orderSeen: false }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      nextCheckMs: 5_000,
    });
    expect(
      verdictOfSend(purchase, { kind: 'unknown', reason: 'code 019', rejection: duplicate, orderSeen: false }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      refusedWith: '019',
    });
  });

  test('never sent: refunded on a basis that the database checks', () => {
    expect(verdictOfNeverSent(purchase)).toMatchObject({ targetStatus: 'refunded', basis: 'never_sent' });
  });
});

describe('a client reads the name of another product, or no reason', () => {
  const names: [ProductType, string][] = [
    ['AIRTIME', 'Airtime purchase'],
    ['DATA', 'Data purchase'],
    ['CABLE_TV', 'Cable TV purchase'],
    ['ELECTRICITY', 'Electricity purchase'],
  ];
  test.each(names)('%s: the messages say "%s"', (product, name) => {
    const one = purchaseOf(product);
    const complete: SendOutcome = {
      ...delivered,
      goods: product === 'ELECTRICITY' ? { ...meter, token: '1'.repeat(20) } : null,
    };
    expect(verdictOfSend(one, complete, rules)).toMatchObject({
      targetStatus: 'success',
      message: `${name} successful.`,
    });
    expect(verdictOfSend(one, { kind: 'rejected', code: '016', reason: 'No.', fault: 'order' }, rules)).toMatchObject({
      targetStatus: 'failed',
      message: `${name} failed: No. Your wallet has been refunded.`,
    });
    expect(verdictOfSend(one, { kind: 'unsent', code: 'unreachable', reason: 'ECONNREFUSED' }, rules)).toMatchObject({
      targetStatus: 'failed',
      cause: { code: 'provider_unreachable' },
      message: `${name} failed: The provider could not be reached. Your wallet has been refunded.`,
    });
    expect(
      verdictOfSend(one, { kind: 'unknown', reason: 'timeout', rejection: null, orderSeen: true }, rules),
    ).toMatchObject({
      targetStatus: 'open',
      orderSeen: true,
      nextCheckMs: 5_000,
    });
    expect(verdictOfNeverSent(one)).toMatchObject({
      targetStatus: 'refunded',
      message: `${name} could not be sent in time. Your wallet has been refunded.`,
    });
  });

  test('a success of airtime keeps the transaction id of the provider, and nothing of a meter', () => {
    const { delivered: goods, evidence } = { delivered: null, ...verdictOfSend(purchase, delivered, rules) };
    expect([goods, evidence]).toEqual([{}, { provider_transaction_id: '1' }]);
  });
});
