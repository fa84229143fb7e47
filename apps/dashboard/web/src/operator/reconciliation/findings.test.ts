import { learnProviders } from '../../ui/text/names';
import { chargedText } from './findings';

beforeAll(() => learnProviders({ vtpass: 'VTpass' }));

test.each([
  ['5.00', 'VTpass charged ₦5.00 more than we booked.'],
  ['-1250.50', 'VTpass charged ₦1,250.50 less than we booked.'],
  ['0.00', 'VTpass charged what we booked.'],
])('a difference of %s is told as %s', (difference, text) => {
  expect(chargedText({ provider: 'vtpass', difference })).toBe(text);
});
