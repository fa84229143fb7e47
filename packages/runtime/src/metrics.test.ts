import { createMetrics } from './metrics';
import { type OpsServer, startOpsServer } from './ops-server';

let server: OpsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const metrics = (log = { warn: jest.fn() }) => createMetrics('api', log);

async function serve(served: Pick<ReturnType<typeof metrics>, 'contentType' | 'gauges' | 'text'>) {
  server = await startOpsServer({ port: 0, host: '127.0.0.1', checks: {}, metrics: served });
  const { port } = server;
  return (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
}

describe('GET /metrics', () => {
  test('answers in the format of Prometheus, with our metrics and those of Node', async () => {
    const own = metrics();
    own.counter('claims_total', 'Claims.', ['product'])({ product: 'DATA' }, 2);
    const get = await serve(own);
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain('topup_claims_total{product="DATA",topup_service="api",service="api"} 2\n');
    expect(text).toMatch(/^topup_process_start_time_seconds\{topup_service="api",service="api"\} \d+$/m);
    expect(text).toMatch(/^topup_nodejs_eventloop_lag_p99_seconds\{topup_service="api",service="api"\} /m);
  });

  test('a series with a zero exists from the start, so that an alert sees its first increase', async () => {
    const own = metrics();
    own.counter('refusals_total', 'Refusals.', ['fault'], [{ fault: 'account' }]);
    expect(await own.text()).toContain('topup_refusals_total{fault="account",topup_service="api",service="api"} 0\n');
  });

  test('a failure to read the metrics returns 500, and the other paths go on', async () => {
    const get = await serve({
      contentType: 'text/plain',
      gauges: () => undefined,
      text: () => Promise.reject(new Error('no')),
    });
    expect((await get('/metrics')).status).toBe(500);
    expect((await get('/live')).status).toBe(200);
    expect((await get('//')).status).toBe(404);
    expect((await get('/ready?x')).status).toBe(200);
  });
});

describe('gauges that are read at each scrape', () => {
  const declared = { depth: { help: 'Depth.', labels: ['queue'] }, open: { help: 'Open.', labels: [] } };
  const samples = async (own: ReturnType<typeof metrics>) =>
    (await own.text()).split('\n').filter((line) => /^topup_(depth|open|scrape_failures_total)/.test(line));

  test('a value that cannot be read is left out: it is neither 0 nor an old value', async () => {
    const own = metrics();
    let away = false;
    own.gauges('store', declared, async () => {
      if (away) throw new Error('away');
      return [
        { name: 'depth', labels: { queue: 'data' }, value: 3 },
        { name: 'open', value: 7 },
      ];
    });
    const known = [
      'topup_depth{queue="data",topup_service="api",service="api"} 3',
      'topup_open{topup_service="api",service="api"} 7',
    ];
    expect(await samples(own)).toEqual([
      'topup_scrape_failures_total{source="store",topup_service="api",service="api"} 0',
      ...known,
    ]);
    away = true;
    expect(await samples(own)).toEqual([
      'topup_scrape_failures_total{source="store",topup_service="api",service="api"} 1',
    ]);
    away = false;
    expect(await samples(own)).toEqual([
      'topup_scrape_failures_total{source="store",topup_service="api",service="api"} 1',
      ...known,
    ]);
  });

  test('a read that never answers is given up, and the other gauges are served', async () => {
    const own = metrics();
    own.gauges('silent', { depth: declared.depth }, () => new Promise(() => undefined));
    own.gauges('quick', { open: declared.open }, async () => [{ name: 'open', value: 1 }]);
    expect(await samples(own)).toEqual([
      'topup_scrape_failures_total{source="silent",topup_service="api",service="api"} 1',
      'topup_scrape_failures_total{source="quick",topup_service="api",service="api"} 0',
      'topup_open{topup_service="api",service="api"} 1',
    ]);
  });

  test('the log says why, once a minute of each source', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(0);
    const log = { warn: jest.fn() };
    const own = metrics(log);
    own.gauges('store', { depth: declared.depth }, () => Promise.reject(new Error('away')));
    own.gauges('other', { open: declared.open }, () => Promise.reject(new TypeError('no')));
    const line = 'a metric could not be read';
    const both = [
      [line, { metric: 'store', error: 'Error: away' }],
      [line, { metric: 'other', error: 'TypeError: no' }],
    ];
    await own.text();
    now.mockReturnValue(59_999);
    await own.text();
    expect(log.warn.mock.calls).toEqual(both);
    now.mockReturnValue(60_000);
    await own.text();
    expect(log.warn.mock.calls).toEqual([...both, ...both]);
    now.mockRestore();
  });
});
