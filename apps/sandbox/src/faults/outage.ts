import type { RequestHandler } from 'express';
import { type FaultWords, sendFault } from './send-fault';

/** How a path that is down behaves. */
export const OUTAGES = ['reset', 'hang', 'system-error', 'html'] as const;
type OutageKind = (typeof OUTAGES)[number];

export type Outage = {
  /** Ends a request to a path that is down, and records nothing. */
  middleware: RequestHandler;
  /**
   * Sets the paths that are down; "all" takes down every one. Returns false and changes nothing if `paths` is neither
   * that nor a list of known paths, or `how` is not one of `OUTAGES`.
   */
  set(paths: unknown, how?: unknown): boolean;
  paths(): readonly string[];
  /** Those that can be down. */
  known: readonly string[];
};

/**
 * An outage that an operator declares. It is in memory only, so a restart ends it.
 * @param known the names of the paths that can be down
 * @param wordsOn the provider's words for a fault of its own, on a path below its address
 * @param nameOf the name of a path below the provider's address
 */
export function createOutage(
  known: readonly string[],
  wordsOn: (path: string) => FaultWords,
  nameOf: (path: string) => string | undefined = (path) => path.slice(1),
): Outage {
  let down: readonly string[] = [];
  let kind: OutageKind = 'reset';
  return {
    middleware(request, response, next) {
      const name = down.length === 0 ? undefined : nameOf(request.path);
      if (name !== undefined && down.includes(name)) sendFault(response, kind, wordsOn(request.path));
      else next();
    },
    set(paths, how = 'reset') {
      const wanted = OUTAGES.find((each) => each === how);
      const asked = paths === 'all' ? known : paths;
      if (wanted === undefined || !Array.isArray(asked) || !asked.every((path) => known.includes(path))) return false;
      down = asked;
      kind = wanted;
      return true;
    },
    paths: () => down,
    known,
  };
}
