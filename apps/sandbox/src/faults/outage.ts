import type { RequestHandler } from 'express';

/** The paths below `/api` that can be down. */
const PATHS = ['pay', 'requery', 'merchant-verify', 'service-variations', 'service-categories', 'services', 'balance'];

export type Outage = {
  /** Resets the connection of a request to a path that is down. */
  middleware: RequestHandler;
  /** Sets the paths that are down. Returns false and changes nothing if `paths` is not a list of known paths. */
  set(paths: unknown): boolean;
  paths(): readonly string[];
};

/** An outage that an operator declares. It is in memory only, so a restart ends it. */
export function createOutage(): Outage {
  let down: readonly string[] = [];
  return {
    middleware(request, response, next) {
      if (down.includes(request.path.slice(1))) response.socket?.resetAndDestroy();
      else next();
    },
    set(paths) {
      if (!Array.isArray(paths) || !paths.every((path) => PATHS.includes(path))) return false;
      down = paths;
      return true;
    },
    paths: () => down,
  };
}
