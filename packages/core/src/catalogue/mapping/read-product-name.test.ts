import fc from 'fast-check';
import { daysText, readProductName, sizeText, withoutPrice } from './read-product-name';

describe('the same plan is taken for two, or two plans for the same', () => {
  test.each([
    // VTpass
    ['N100 100MB - 24 hrs', 100_000, 1, []],
    ['N1000 1.5GB - 30 days', 1_500_000, 30, []],
    ['Airtel Data Bundle - 99.91 Naira - 75MB - 1Day', 75_000, 1, []],
    ['Glo Data (SME) N320 - 1GB 30 days', 1_000_000, 30, ['SME']],
    ['N145 500MB - 30 days', 500_000, 30, []],
    // Monnify
    ['MTN 6GB Weekly (7 Days)', 6_000_000, 7, []],
    ['9mobile 100MB 1 Day', 100_000, 1, []],
    ['Glo SME 500MB 30 Days', 500_000, 30, ['SME']],
    // Reloadly
    ['1.35GB data, valid for 14 days', 1_350_000, 14, []],
    ['18.25GB data, valid for 30 days', 18_250_000, 30, []],
    // ours
    ['MTN 1.5 GB, 30 days', 1_500_000, 30, []],
    ['Glo Night 12 hours 2 GB', 2_000_000, 0.5, ['Night']],
    // a word counts only where no number does
    ['2GB Monthly', 2_000_000, 30, []],
    ['1TB 1 year', 1_000_000_000, 365, []],
    // two sizes or two times are neither
    ['9mobile 11GB (7GB + 4GB Night) - 30 days', null, 30, ['+', 'Night']],
    ['1GB 1 day or 2 days', 1_000_000, null, ['or']],
    ['1GB weekly or monthly', 1_000_000, null, ['or']],
    ['N300 Xtratalk Weekly Bundle', null, 7, ['Xtratalk']],
    ['N100', null, null, []],
  ])('%j says its size, its days and what else', (name, sizeKb, days, words) => {
    expect(readProductName(name)).toEqual({ sizeKb, days, words });
  });

  test('what we write of a size and a validity is read as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: 1, max: 365 * 24 }), (kb, hours) => {
        const sizeKb = kb >= 1_000_000 ? kb - (kb % 1_000) : kb;
        const written = `${sizeText(sizeKb)}, ${daysText(hours / 24)}`;
        expect(readProductName(written)).toEqual({ sizeKb, days: expect.closeTo(hours / 24, 9), words: [] });
      }),
    );
  });
});

describe('a client reads the price of our provider', () => {
  test.each([
    ['DStv Padi N1,850', 'DStv Padi'],
    ['Nova - 900 Naira - 1 Month', 'Nova - 1 Month'],
    ['₦1,000.00 1.5GB - 30 days', '1.5GB - 30 days'],
    ['NGN 500 Night plan', 'Night plan'],
    ['GOtv Lite (3 Months) N1,080', 'GOtv Lite (3 Months)'],
    ['Plan (N1,000)', 'Plan'],
    ['ewallet Amount', 'ewallet Amount'],
    ['N1GB is no price', 'N1GB is no price'],
    ['SIM9 N1.5GB', 'SIM9 N1.5GB'],
    ['n1 is no price', 'n1 is no price'],
  ])('%j is %j', (name, left) => {
    expect(withoutPrice(name)).toBe(left);
  });
});
