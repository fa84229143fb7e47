// If this broke, airtime given to a wrong number or of a wrong amount would pass unseen, or a phone number would reach the logs whole.
import { DELIVERED, ORDER, TRANSACTION } from '../../test/stub-provider';
import { namesAnotherOrder, readDelivery } from './check-echo';
import { readAnswer } from './read-answer';

const mismatchOf = (changes: Record<string, unknown>) =>
  readDelivery(readAnswer(200, JSON.stringify({ content: { transactions: { ...TRANSACTION, ...changes } } })), ORDER).mismatch;

test('a delivery brings the cost and the id of the provider', () => {
  expect(readDelivery(readAnswer(200, DELIVERED), ORDER)).toEqual({
    costKobo: 9698n,
    providerTransactionId: '17415980564672211596777904',
    mismatch: null,
  });
});

test.each<[Record<string, unknown>, string | null]>([
  [{ unique_element: 8_031_234_567 }, null],
  [{ unique_element: '2348031234567' }, null],
  [{ unique_element: '+234 803 123 4567' }, null],
  [{ unique_element: null }, null],
  [{ unique_element: undefined, amount: undefined }, null],
  [{ amount: 100.5 }, null],
  [{ amount: '100.50' }, null],
  [{ amount: {} }, null],
  [{ unique_element: '08031234568' }, 'delivered with recipient …4568 instead of …4567'],
  [{ amount: 100 }, 'delivered with amount 100.00 instead of 100.50'],
  [
    { unique_element: '08090000001', amount: '1005' },
    'delivered with recipient …0001 instead of …4567 and amount 1005.00 instead of 100.50',
  ],
])('an answer with %p has mismatch %p', (changes, mismatch) => {
  expect(mismatchOf(changes)).toBe(mismatch);
});

test.each([
  [JSON.stringify({ requestId: ORDER.providerRef }), false],
  ['{}', false],
  ['{"requestId":null}', false],
  [JSON.stringify({ requestId: `${ORDER.providerRef}0` }), true],
  ['{"requestId":202503101014}', true],
  ['{"requestId":{}}', true],
])('%s names another order: %p', (body, expected) => {
  expect(namesAnotherOrder(readAnswer(200, body), ORDER)).toBe(expected);
});
