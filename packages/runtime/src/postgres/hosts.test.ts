import { postgresHosts } from './hosts';

describe('a DATABASE_URL with several servers means something else than to libpq', () => {
  test('every server has a URL of its own, and what pg does not know is taken out', () => {
    expect(
      postgresHosts(
        'postgresql://u:p%2Fw@one:5433,two,[::1]:5434/db?target_session_attrs=read-write&connect_timeout=5&sslmode=require',
      ),
    ).toEqual({
      urls: [
        'postgresql://u:p%2Fw@one:5433/db?sslmode=require',
        'postgresql://u:p%2Fw@two/db?sslmode=require',
        'postgresql://u:p%2Fw@[::1]:5434/db?sslmode=require',
      ],
      attributes: 'read-write',
      shuffled: false,
      timeoutMs: 5_000,
    });
    expect(postgresHosts('postgres://u@one,two/db?load_balance_hosts=random&target_session_attrs=primary')).toEqual({
      urls: ['postgres://u@one/db', 'postgres://u@two/db'],
      attributes: 'primary',
      shuffled: true,
      timeoutMs: 2_000,
    });
  });

  test.each(['postgresql://u:p@one:5432/db', 'postgresql:///db?host=/run/postgresql', 'postgres://one'])(
    'one server is left as it is: %s',
    (url) => {
      const { urls, attributes } = postgresHosts(url);
      expect([urls.map(decodeURIComponent), attributes]).toEqual([[url], 'any']);
    },
  );

  test.each([
    ['mysql://one/db', 'must be like'],
    ['postgresql://u:secret@one:x,two/db', 'must be like'],
    ['postgresql://u:secret@one,two/db?target_session_attrs=standby', 'the services write'],
    ['postgresql://u:secret@one,two/db?target_session_attrs=writable', 'read-write, primary or any'],
    ['postgresql://u:secret@one,two/db?load_balance_hosts=yes', 'disable or random'],
    ['postgresql://u:secret@one,two/db?connect_timeout=soon', 'whole seconds'],
    ['postgresql://u:secret@/db?host=one,two', 'before the database'],
    ['postgresql://u:secret@one,two/db?hostaddr=10.0.0.1', 'must not have hostaddr'],
  ])('%s is declined, without its password', (url, reason) => {
    let fault = '';
    try {
      postgresHosts(url);
    } catch (error) {
      fault = String(error);
    }
    expect(fault).toContain(reason);
    expect(fault).not.toContain('secret');
  });
});
