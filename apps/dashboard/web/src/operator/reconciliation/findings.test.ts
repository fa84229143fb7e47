import { learnProviders } from '../../ui/text/names';
import { chargedText } from './findings';

beforeAll(() => learnProviders({ vtpass: 'VTpass' }));

test.each([
  ['5.00', 'VTpass charged ₦5.00 more than we booked.'],
  ['-1250.50', 'VTpass charged ₦1,250.50 less than we booked.'],
  ['0.00', 'VTpass charged what we booked.'],
])('a difference of %s is told as %s', (difference, text) => {
  expect(chargedText({ provider: 'vtpass', kind: 'amount_differs', difference })).toBe(text);
});

test.each([
  ['transfer_reversed', '5000.00', 'The payer took ₦5,000.00 back'],
  ['missing_here', '-5000.00', 'The collector lists ₦5,000.00 that we have not recorded'],
  ['missing_there', '5000.00', 'We have recorded ₦5,000.00 that the collector does not list'],
  ['transfer_differs', '0.00', 'What we recorded first stays'],
])('of a transfer nobody is charged (%s)', (kind, difference, text) => {
  expect(chargedText({ provider: 'collections', kind: kind as 'transfer_reversed', difference })).toContain(text);
});
