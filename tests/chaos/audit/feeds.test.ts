import type { Evidence, FeedFact } from './evidence';
import { untrueFeeds } from './feeds';
import { change, feed, purchase, sound } from './sound';

const [a, b] = [change('a'), change('b', 'failed')];
const account = feed().account;
const found = (fact: FeedFact, change: Partial<Evidence> = {}) => untrueFeeds({ ...sound(), ...change, feeds: [fact] });

describe('a reader of changes misses an end, or gets it twice or out of place', () => {
  test('a final purchase without a row', () => {
    expect(found(feed([b]))).toEqual(['a: a reader saw nothing instead of successful']);
  });

  test('a row that came again after a restart', () => {
    expect(found(feed([a, b, b], { whole: [a, b] }))).toEqual([
      'b: a reader saw failed, failed instead of failed',
      `${account}: row 3 was b failed ${b.changed_at}, and one reading has none there`,
    ]);
  });

  test('a row with another status', () => {
    expect(found(feed([a, change('b')]))).toEqual(['b: a reader saw successful instead of failed']);
  });

  test('a row of a purchase that is open, or is not of the account', () => {
    const purchases = [purchase({ status: 'pending' }), ...sound().purchases.slice(1)];
    expect(found(feed([a, b, change('z')]), { purchases })).toEqual([
      'a: a reader saw successful instead of nothing',
      'z: a reader saw successful instead of nothing',
    ]);
  });

  test('another order than that of one reading', () => {
    expect(found(feed([b, a], { whole: [a, b] }))).toEqual([
      `${account}: row 1 was b failed ${b.changed_at}, and one reading has a successful ${a.changed_at} there`,
    ]);
  });

  test('a row that appeared behind the cursor', () => {
    expect(found(feed([b], { whole: [a, b] }))).toEqual([
      'a: a reader saw nothing instead of successful',
      `${account}: row 1 was b failed ${b.changed_at}, and one reading has a successful ${a.changed_at} there`,
    ]);
  });

  test('a reversal without its row', () => {
    const purchases = [purchase({ status: 'refunded', reversed: true }), ...sound().purchases.slice(1)];
    expect(found(feed(), { purchases })).toEqual(['a: a reader saw successful instead of successful, failed']);
    expect(found(feed([a, b, change('a', 'failed')]), { purchases })).toEqual([]);
  });

  test('a reader that was refused', () => {
    expect(found(feed([a, b], { troubles: ['its reader ended with 1: 400'] }))).toEqual([
      `${account}: its reader ended with 1: 400`,
    ]);
  });

  test('an account without a reader is not judged', () => {
    const purchases = [...sound().purchases, purchase({ account_id: 'account-9', request_ref: 'y' })];
    expect(found(feed(), { purchases })).toEqual([]);
  });
});
