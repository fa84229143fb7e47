import { environment } from '../servers/environment';
import { clearServiceEnvironment } from './service-environment';

describe('the tests use the real stores and keys of a developer’s shell', () => {
  test('variables of the services and of libpq are removed, and PATH stays', () => {
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
});
