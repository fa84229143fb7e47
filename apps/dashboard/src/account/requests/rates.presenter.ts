import type { EndpointSample } from '@topup/core/request-log';
import type { EndpointRates, Rates } from '@topup/dashboard-contract';

/** A program can call any path, and each is an endpoint here. */
const MOST_ENDPOINTS = 20;

/** The endpoints with the most requests first, each with `count` points. */
export function toEndpointRates(sampled: EndpointSample[], count: number): EndpointRates[] {
  const points = new Map<string, (Rates | null)[]>();
  for (const each of sampled) {
    const own = points.get(endpointOf(each)) ?? new Array<Rates | null>(count).fill(null);
    if (each.point !== null) own[each.point] = toRates(each);
    points.set(endpointOf(each), own);
  }
  return sampled
    .filter(({ point }) => point === null)
    .map((whole) => ({ endpoint: endpointOf(whole), ...toRates(whole), points: points.get(endpointOf(whole)) ?? [] }))
    .sort((one, other) => other.requests - one.requests || (one.endpoint < other.endpoint ? -1 : 1))
    .slice(0, MOST_ENDPOINTS);
}

const endpointOf = ({ method, path }: EndpointSample): string => `${method} ${path}`;

const toRates = ({ requests, errors, p50Ms, p95Ms }: EndpointSample): Rates => ({
  requests,
  errorRate: errors / requests,
  p50Ms,
  p95Ms,
});
