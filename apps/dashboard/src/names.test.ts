import { cableProducts, discos } from '@topup/core/product';
import { serviceName } from './names';

const CODES = ['MTN', 'GLO', 'AIRTEL', 'ETISALAT', 'SHOWMAX', 'mtn', 'airtel', 'etisalat', ...cableProducts, ...discos];

test.each(CODES)('%s is shown as it writes its own name', (code) => {
  expect(serviceName(code)).not.toMatch(/^[a-z]/);
});
