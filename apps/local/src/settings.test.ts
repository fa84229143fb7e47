import { providerNames } from '@topup/settings';
import { completeSettings, type Given, readLocalSettings } from './settings';

const read = (given: Given) => readLocalSettings({ DATA_DIR: '/nonexistent', SANDBOX_PORT: '3003', ...given });
const VTPASS = {
  VTPASS_BASE_URL: 'https://vtpass.com/api',
  VTPASS_API_KEY: 'key',
  VTPASS_PUBLIC_KEY: 'PK_x',
  VTPASS_SECRET_KEY: 'SK_x',
};
const MONNIFY = {
  MONNIFY_BASE_URL: 'https://api.monnify.com',
  MONNIFY_API_KEY: 'MK_x',
  MONNIFY_SECRET_KEY: 'secret',
  MONNIFY_WALLET_ACCOUNT: '9',
};
const RELOADLY = {
  RELOADLY_AUTH_URL: 'https://auth.reloadly.com',
  RELOADLY_TOPUPS_URL: 'https://topups.reloadly.com',
  RELOADLY_CLIENT_ID: 'id',
  RELOADLY_CLIENT_SECRET: 'secret',
};

describe('a real provider gets orders of the demo, or a look-alike those of a real one', () => {
  test.each<[string, Given, { providers: string[]; played: string[]; real: string[] }]>([
    ['nothing: all look-alikes run', {}, { providers: [...providerNames], played: [...providerNames], real: [] }],
    [
      'only what reaches Monnify: exactly Monnify runs',
      MONNIFY,
      { providers: ['monnify'], played: [], real: ['monnify'] },
    ],
    [
      'a provider with a base URL of its own: it gets no look-alike',
      { PROVIDERS: 'reloadly,vtpass', ...RELOADLY },
      { providers: ['reloadly', 'vtpass'], played: ['vtpass'], real: ['reloadly'] },
    ],
    [
      'a provider on this machine: it is not real',
      { ...VTPASS, VTPASS_BASE_URL: 'http://127.0.0.1:9000/api' },
      { providers: ['vtpass'], played: [], real: [] },
    ],
    [
      'two real ones',
      { ...VTPASS, ...MONNIFY },
      { providers: ['vtpass', 'monnify'], played: [], real: ['vtpass', 'monnify'] },
    ],
  ])('with %s', async (_, given, expected) => {
    expect(await read(given)).toMatchObject(expected);
  });

  test('what is given reaches the processes, and the sandbox gives the rest', async () => {
    const settings = completeSettings(await read({ PROVIDERS: 'monnify,vtpass', ...MONNIFY }), 'postgres://x');
    expect(settings).toMatchObject({
      ...MONNIFY,
      PROVIDERS: 'monnify,vtpass',
      VTPASS_BASE_URL: 'http://127.0.0.1:3003/api',
      VTPASS_SECRET_KEY: 'SK_sandbox',
    });
    expect(settings).not.toHaveProperty('RELOADLY_TOPUPS_URL');
  });
});

describe('a wrong setting is found when PostgreSQL runs already', () => {
  test.each<[string, Given]>([
    ['PROVIDERS', { PROVIDERS: 'vtpass,nobody' }],
    ['VTPASS_BASE_URL', { VTPASS_BASE_URL: 'vtpass.com' }],
    ['MONNIFY_BASE_URL', { MONNIFY_BASE_URL: 'ftp://api.monnify.com' }],
    ['VTPASS_SECRET_KEY is required', { ...VTPASS, VTPASS_SECRET_KEY: '' }],
    ['MONNIFY_WALLET_ACCOUNT is required', { ...MONNIFY, MONNIFY_WALLET_ACCOUNT: undefined }],
    ['RELOADLY_AUTH_URL is required', { ...RELOADLY, RELOADLY_AUTH_URL: undefined }],
    ['RELOADLY_TOPUPS_URL is required', { ...RELOADLY, RELOADLY_TOPUPS_URL: undefined }],
  ])('%s', async (fault, given) => {
    await expect(read(given)).rejects.toThrow(fault);
  });
});
