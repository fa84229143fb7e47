import { environment } from '../servers/environment';
import { clearServiceEnvironment } from './service-environment';

test('a developer’s shell with DATABASE_URL or VTpass keys set would point the tests at real stores and real money', () => {
  const names = [
    'DATABASE_URL',
    'REDIS_URL',
    'VTPASS_API_KEY',
    'KEY_ENCRYPTION_SECRET',
    'API_PORT',
    'SANDBOX_PORT',
    'PGOPTIONS',
  ];
  for (const name of names) environment[name] = 'from the shell';

  clearServiceEnvironment();

  expect(names.filter((name) => environment[name] !== undefined)).toEqual([]);
  expect(environment.PATH).toBeDefined();
});
