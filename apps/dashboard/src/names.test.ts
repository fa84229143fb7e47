import { products, productTypes } from '@topup/core/product';
import { productLabel, serviceName } from './names';

const SOLD = productTypes.flatMap((product) => products[product].services ?? []);
const CODES = ['MTN', 'GLO', 'AIRTEL', 'ETISALAT', 'SHOWMAX', ...SOLD];

test.each(CODES)('%s is shown as it writes its own name', (code) => {
  expect(serviceName(code)).not.toMatch(/^[a-z]/);
});

test.each([
  ['MTN airtime of NGN 500.00 for 1', 'MTN airtime'],
  ['ETISALAT airtime of NGN 500.00 for 1', '9mobile airtime'],
  ['Data Glo 1 GB, 30 days for 1', 'Glo 1 GB, 30 days'],
  ['GOTV GOtv Max N3,600 for smartcard 1', 'GOtv Max N3,600'],
  ['STARTIMES Nova for smartcard 1', 'StarTimes Nova'],
  ['portharcourt-electric prepaid electricity of NGN 500.00 for meter 1', 'Port Harcourt Electric prepaid electricity'],
  ['something else', 'something else'],
])('a product is shown by the name that people know it by: %s', (description, label) => {
  expect(productLabel({ description, recipient: '1' })).toBe(label);
});
