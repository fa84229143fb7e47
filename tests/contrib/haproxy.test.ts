import { readFileSync } from 'node:fs';
import path from 'node:path';
import { publishedDefaults } from '@topup/testkit';

const read = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');

describe('a proxy repeats a purchase, or gives up before the answer', () => {
  const config = read('deploy/contrib/haproxy/haproxy.cfg');

  test('only a refused connection is tried elsewhere', () => {
    expect(config).toMatch(/^ {2}retry-on conn-failure$/m);
  });

  test('it waits longer than SYNC_WAIT_MS, and keeps idle connections shorter than an api', () => {
    const syncWaitMs = Number(publishedDefaults().SYNC_WAIT_MS);
    expect(Number(/^ {2}timeout server (\d+)s$/m.exec(config)?.[1]) * 1_000).toBeGreaterThan(syncWaitMs);
    expect(Number(/^ {2}timeout http-keep-alive (\d+)s$/m.exec(config)?.[1])).toBeLessThan(65);
  });

  test('its own errors are JSON, and only 503, which was sent to no api, says that nothing happened', () => {
    const errors = [
      ...config.matchAll(/^ {2}http-error status (\d+) content-type application\/json string '(.*?)'(.*)$/gm),
    ];
    expect(errors.map(([, status, , headers]) => [status, headers])).toEqual([
      ['503', ' hdr X-Error-Code unavailable hdr Retry-After 5'],
      ['502', ''],
      ['504', ''],
    ]);
    for (const [, , body = ''] of errors)
      expect(JSON.parse(body)).toEqual({ status: 'error', message: expect.any(String) });
  });
});
