import fc from 'fast-check';
import { type DataNetwork, dataNetworks } from '../product/data';
import { parsePlanName, planNumbers } from './parse-plan-name';

describe('a client reads the price or the spelling of our provider', () => {
  test.each<[DataNetwork, string, string, string, string]>([
    ['MTN', 'N100 100MB - 24 hrs', 'MTN 100 MB, 1 day', '100 MB', '1 day'],
    ['GLO', '₦1,000.00 1.5GB - 30 days', 'Glo 1.5 GB, 30 days', '1.5 GB', '30 days'],
    ['AIRTEL', 'Airtel Data - 750MB - 14 days', 'Airtel 750 MB, 14 days', '750 MB', '14 days'],
    ['AIRTEL', 'Airtel Data Bundle - 99.91 Naira - 75MB - 1Day', 'Airtel 75 MB, 1 day', '75 MB', '1 day'],
    ['MTN', 'N1500 6GB Weekly - 7 days', 'MTN 6 GB, 7 days', '6 GB', '7 days'],
    ['MTN', 'N50 Night 500MB - 12 hrs', 'MTN Night 500 MB, 12 hours', 'Night 500 MB', '12 hours'],
    ['9MOBILE', 'N500 500MB - 1 month', '9mobile 500 MB, 30 days', '500 MB', '30 days'],
    // one of our names, as an operator announces it
    ['MTN', '2 GB, 7 days', 'MTN 2 GB, 7 days', '2 GB', '7 days'],
    // what has another form keeps its words
    ['MTN', 'N300 Xtratalk Weekly Bundle', 'MTN Xtratalk Weekly Bundle', 'Xtratalk Weekly Bundle', ''],
    ['MTN', 'Night plan - 1 night', 'MTN Night plan, 1 night', 'Night plan', '1 night'],
    ['MTN', 'Social - TikTok - 24 hrs', 'MTN Social, TikTok, 1 day', 'Social, TikTok', '1 day'],
    [
      '9MOBILE',
      '9mobile 11GB (7GB + 4GB Night) - 30 days',
      '9mobile 11GB (7GB + 4GB Night), 30 days',
      '11GB (7GB + 4GB Night)',
      '30 days',
    ],
    ['MTN', 'N100 - 24 hrs', 'MTN 24 hrs', '24 hrs', ''],
    ['MTN', 'N100', 'MTN data', 'data', ''],
  ])('%s %j is %j', (network, raw, name, planName, validity) => {
    expect(parsePlanName(network, raw)).toEqual({ name, planName, validity });
  });

  test('plans for resellers are told apart by their service', () => {
    const raw = 'N145 500MB - 30 days';
    expect(parsePlanName('GLO', raw, 'glo-sme-data').name).toBe('Glo SME 500 MB, 30 days');
    expect(parsePlanName('GLO', raw, 'glo-data').name).toBe('Glo 500 MB, 30 days');
    expect(parsePlanName('GLO', 'Glo SME 500 MB, 30 days', 'glo-sme-data').name).toBe('Glo SME 500 MB, 30 days');
  });

  const word = fc.constantFrom(
    'N100',
    '₦1,000.00',
    '500 Naira',
    '1.5GB',
    '200 MB',
    '30 days',
    '24 hrs',
    'Night',
    'MTN',
    'SME',
    '-',
    '(',
    ')',
    '+',
    'x2',
    'Weekly',
    ',',
  );

  test('a name never has a price with its sign, and one of our names stays as it is', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.constantFrom(...dataNetworks), (words, network) => {
        const { name } = parsePlanName(network, words.join(' '));
        expect(name).not.toMatch(/[N₦]\d|naira/i);
        expect(parsePlanName(network, name).name).toBe(name);
      }),
    );
  });
});

test.each<[string, number | null, number | null]>([
  ['MTN 1.5 GB, 30 days', 1_500, 30],
  ['MTN 100 MB, 1 day', 100, 1],
  ['Glo 1.35 GB, 7 days', 1_350, 7],
  ['MTN 1 TB, 365 days', 1_000_000, 365],
  ['MTN Xtratalk Weekly Bundle', null, 7],
  // no whole number of them
  ['MTN 500 KB, 12 hours', null, null],
  // two sizes, and a number that could be a third
  ['9mobile 11GB (7GB + 4GB Night), 30 days', null, 30],
  ['MTN 1 GB x2, 7 days', null, null],
])('a program reads %j as %p MB for %p days, and guesses nothing', (name, sizeMb, validityDays) => {
  expect(planNumbers(name)).toEqual({ sizeMb, validityDays });
});
