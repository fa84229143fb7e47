import type { Request } from 'express';

const MOST_SECONDS = 15;

/** How long a client wants to wait, as it said in `Prefer`, and the preferences that are met. */
export type Preference = { waitMs: number; applied: string };

/**
 * Reads how long a purchase may wait from `Prefer` (RFC 7240): `respond-async`, which waits for nothing, or `wait=n`
 * for n seconds, 0 to 15; with both, the wait holds. Returns null without either, or for a longer wait. It ignores
 * everything else, as the RFC demands.
 */
export function readPreference(request: Pick<Request, 'headers'>): Preference | null {
  const preferences = [request.headers.prefer ?? []].flat().join(',').toLowerCase().split(',');
  const isAsync = preferences.some((each) => each.trim() === 'respond-async');
  const seconds = preferences
    .flatMap((each) => /^\s*wait\s*=\s*"?([0-9]{1,9})"?\s*$/.exec(each)?.[1] ?? [])
    .map(Number);
  const [wait] = seconds.filter((each) => each <= MOST_SECONDS);
  const applied = [...(isAsync ? ['respond-async'] : []), ...(wait === undefined ? [] : [`wait=${wait}`])];
  return applied.length === 0 ? null : { waitMs: (wait ?? 0) * 1_000, applied: applied.join(', ') };
}
