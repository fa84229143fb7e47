import { formatNaira } from './naira';

test('the largest balance keeps its kobo, which a float would lose', () => {
  expect(formatNaira('92233720368547758.07')).toBe('₦92,233,720,368,547,758.07');
});

test.each([
  ['0.00', '₦0.00'],
  ['999.99', '₦999.99'],
  ['1000.00', '₦1,000.00'],
  ['-1234567.50', '−₦1,234,567.50'],
])('the sign of %s is kept, so that a debit does not look like a funding', (amount, text) => {
  expect(formatNaira(amount)).toBe(text);
});
