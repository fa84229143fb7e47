import { sound } from './sound';
import { untrueCredits } from './transfers';

const [made] = sound().transfers.made;
const [credit] = sound().transfers.credits;
if (made === undefined || credit === undefined) throw new Error('a sound run has a transfer');
const found = (credits: (typeof credit)[], isPaid = true) =>
  untrueCredits({ transfers: { made: [{ ...made, isPaid }], credits } });

describe('a transfer is lost, doubled, or credited to another', () => {
  test('one that is in its wallet once is in order, and so is one that nobody paid', () => {
    expect(found([credit])).toEqual([]);
    expect(found([], false)).toEqual([]);
  });

  test.each([
    ['lost', [], 'nothing instead of 5000 kobo for account-1'],
    ['twice', [credit, credit], '5000 kobo for account-1, 5000 kobo for account-1 instead of 5000 kobo for account-1'],
    ['another amount', [{ ...credit, kobo: 4_975 }], '4975 kobo for account-1 instead of 5000 kobo for account-1'],
    ['another account', [{ ...credit, account: 'b' }], '5000 kobo for b instead of 5000 kobo for account-1'],
  ])('%s', (_what, credits, text) => {
    expect(found(credits)).toEqual([`${made.reference}: ${text}`]);
  });

  test('one that was never paid, or that nobody made, is credited', () => {
    expect(found([credit], false)).toEqual([`${made.reference}: 5000 kobo for account-1 instead of nothing`]);
    expect(found([credit, { ...credit, reference: 'forged' }])).toEqual([
      'forged: 5000 kobo for account-1, and nobody transferred it',
    ]);
  });
});
