import { chargedText } from './charged-text';

test.each([
  ['5.00', 'vtpass charged ₦5.00 more than was booked.'],
  ['-1250.50', 'vtpass charged ₦1,250.50 less than was booked.'],
  ['0.00', 'vtpass charged what was booked.'],
])('a difference of %s is told as %s', (difference, text) => {
  expect(chargedText({ provider: 'vtpass', difference })).toBe(text);
});
