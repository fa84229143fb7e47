import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { configFile } from './connection';
import { facts, naira, table } from './output';
import { runProgram } from './program';
import { answer, startService, testTerminal } from './testing/service';
import { VERSION } from './version';

const PACKAGE = path.resolve(__dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));

test('it says the version that is published', () => {
  expect(VERSION).toBe(manifest.version);
});

test('it is published for everybody, with each file that its manifest names', () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: PACKAGE, stdio: 'pipe' }).toString(),
  );
  const { main, types = main, bin, publishConfig } = manifest;
  const packed = files.map((file: { path: string }) => file.path);
  expect(packed).toEqual(expect.arrayContaining([main, types, bin.topup].map((file) => path.normalize(file))));
  expect(packed.filter((file: string) => /test/.test(file))).toEqual([]);
  expect(publishConfig).toEqual({ access: 'public' });
});

describe('the key is kept where the system keeps configuration', () => {
  test.each([
    ['linux', {}, '/home/ada/.config/topup/config.json'],
    ['linux', { XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/topup/config.json'],
    ['darwin', {}, '/home/ada/Library/Application Support/topup/config.json'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/topup/config.json'],
  ] as const)('%s %j', (platform, env, file) => {
    expect(configFile({ HOME: '/home/ada', ...env }, platform)).toBe(file);
  });

  test.each([
    ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: '' }, '/home/ada/.config'],
    ['linux', { HOME: '/home/ada', XDG_CONFIG_HOME: 'config' }, '/home/ada/.config'],
    ['linux', { HOME: '' }, path.join(userInfo().homedir, '.config')],
    ['linux', { HOME: '.' }, path.join(userInfo().homedir, '.config')],
    ['linux', {}, path.join(userInfo().homedir, '.config')],
    ['win32', { HOME: '/home/ada', APPDATA: '' }, '/home/ada/AppData/Roaming'],
  ] as const)('%s %j: never in the directory in which somebody is', (platform, env, directory) => {
    expect(configFile(env, platform)).toBe(path.join(directory, 'topup/config.json'));
  });
});

describe('people misread what is printed', () => {
  test.each([
    ['0.50', '₦0.50'],
    ['999.00', '₦999.00'],
    ['1234567.89', '₦1,234,567.89'],
    ['100', '₦100.00'],
  ])('%s is %s', (amount, shown) => {
    expect(naira(amount)).toBe(shown);
  });

  test('columns are aligned, and an empty list says so', () => {
    expect(
      table(
        ['A', 'LONG'],
        [
          ['one', 'x'],
          ['b', 'y'],
        ],
        'none',
      ),
    ).toBe('A    LONG\none  x\nb    y');
    expect(table(['A'], [], 'none')).toBe('none');
  });

  test.each([
    ['status', 'order-1'],
    ['buy', 'electricity', '--disco', 'ikeja-electric', '--meter', '1', '--type', 'prepaid', '--amount', '2000'],
  ])('topup %s: tokens stand in the order in which they are typed into the meter', async (...words) => {
    const service = await startService();
    const data = { amount: '2000.00', token: '3', units: '79.9', key_change_tokens: '1,2', bonus_token: '4' };
    const sold = { status: 'successful', status_code: 200, message: 'Sold.', reference: 'order-1', data };
    service.serve = (_path, response) => answer(response, 200, sold);
    const terminal = testTerminal({ TOPUP_URL: service.url, TOPUP_API_KEY: 'tup_test_key' });
    expect(await runProgram(words[0] === 'buy' ? [...words, '--phone', '08031234567'] : words, terminal)).toBe(0);
    await service.stop();
    const labels = terminal.printed.out.split('\n').map((line) => line.split('  ')[0]);
    expect(labels.filter((label) => /token|units|amount/i.test(label ?? ''))).toEqual([
      ...['Key change tokens', 'Token', 'Bonus token', 'Amount', 'Units'],
    ]);
  });

  test('facts leave out what is unknown', () => {
    expect(facts({ meter_number: '1', token: '', units: null, status: 'ok' })).toBe(
      'Meter number  1\nStatus        ok',
    );
  });
});
