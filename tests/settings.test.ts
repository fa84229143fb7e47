import { publishedDefaults } from '@topup/testkit';
import { everySetting, readers } from '../apps/local/src/every-setting';
import { readSettings } from '../apps/sandbox/src/settings';
import { processes } from './containers/compose';
import { read } from './pages';

describe('an operator cannot find a setting, or reads that it does something else', () => {
  test('the page of settings has all of them, and some that other programs read', () => {
    const names = Object.keys(publishedDefaults());
    expect(names).toEqual(expect.arrayContaining(Object.keys(everySetting)));
    expect(names).toEqual(expect.arrayContaining(['NODE_ENV', 'ROLE_PASSWORD', 'OPS_DATABASE_PASSWORD']));
  });

  test('the example has those of production alone, in at most 45 lines', () => {
    const example = read('.env.example');
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(45);
    expect(example).toContain('\n#KEY_ENCRYPTION_SECRET=\n');
    expect(example).not.toContain('REQUERY_SCHEDULE');
  });

  test('`ops` reads what its commands import', () => {
    expect(Object.keys(readers.ops ?? {}).sort()).toEqual(Object.keys(processes.ops ?? {}).sort());
  });

  test('the sandbox reads what is written of it, with those defaults', () => {
    const defaults = Object.entries(readers.sandbox ?? {}).flatMap(([name, { written }]) =>
      written === undefined ? [] : [[name, written]],
    );
    expect(readSettings(Object.fromEntries(defaults))).toEqual(readSettings({}));
    const own = new Set(read('apps/sandbox/src/settings.ts').match(/SANDBOX_\w+/g));
    expect([...own].sort()).toEqual(Object.keys(readers.sandbox ?? {}).sort());
  });
});
