import { cableProducts, discos } from '@topup/core/catalogue';
import * as pages from '../web/src/ui/text/provider-name';
import { providerName, serviceName } from './names';

const CODES = [
  'MTN',
  'GLO',
  'AIRTEL',
  'ETISALAT',
  'SHOWMAX',
  'mtn',
  'glo',
  'airtel',
  'etisalat',
  ...cableProducts,
  ...discos,
];

describe('a page and a file call one thing by two names', () => {
  test.each(CODES)('%s', (code) => {
    expect(serviceName(code)).toBe(pages.serviceName(code));
    expect(serviceName(code)).not.toMatch(/^[a-z]/);
  });

  test.each(['vtpass', 'monnify', 'reloadly', 'another'])('the provider %s', (provider) => {
    expect(providerName(provider)).toBe(pages.providerName(provider));
  });
});
