import { DEFAULT_THEME } from '@mantine/core';
import type { EndpointRates } from '@topup/dashboard-contract';
import { barsOf, summarise } from './rates';

const hour = { requests: 4, errorRate: 0.25, p50Ms: 40, p95Ms: 1500 };
const shown: EndpointRates = { endpoint: 'GET /v1/data/plans', ...hour, points: [null, hour] };
const points = ['2026-11-21T19:00:00.000Z', '2026-11-21T23:00:00.000Z'];

test('rates and latencies are shown under their own hour of Lagos, and nothing where nothing was asked', () => {
  const errors = barsOf({ points, range: '7d' }, shown, 'errors', DEFAULT_THEME, 'light');
  expect(errors.labels).toEqual(['21 Nov, 20:00', '22 Nov, 00:00']);
  expect(errors.datasets.map(({ label, data }) => [label, data])).toEqual([['Errors', [null, 0.25]]]);
  const latency = barsOf({ points, range: '24h' }, shown, 'latency', DEFAULT_THEME, 'dark');
  expect(latency.labels).toEqual(['20:00', '00:00']);
  expect(latency.datasets.map(({ label, data }) => [label, data])).toEqual([
    ['p50', [null, 40]],
    ['p95', [null, 1500]],
  ]);
});

test('screen readers get the values of the whole range', () => {
  expect(summarise(shown, 'errors')).toBe('Error rate of GET /v1/data/plans: Errors 25% of 4 requests.');
  expect(summarise(shown, 'latency')).toBe('Latency of GET /v1/data/plans: p50 40 ms, p95 1.5 s of 4 requests.');
});
