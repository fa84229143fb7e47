import { formatNaira } from './naira';

test('the largest balance would be shown with kobo that it does not have, were it ever a float', () => {
  expect(formatNaira('92233720368547758.07')).toBe('₦92,233,720,368,547,758.07');
});

test.each([
  ['0.00', '₦0.00'],
  ['999.99', '₦999.99'],
  ['1000.00', '₦1,000.00'],
  ['-1234567.50', '−₦1,234,567.50'],
])('a debit would look like a funding if the sign of %s were lost', (amount, words) => {
  expect(formatNaira(amount)).toBe(words);
});
