import type { RequestHandler } from 'express';

/** What can be out, by its path below `/api`. */
const PATHS = ['pay', 'requery', 'merchant-verify', 'service-variations', 'service-categories', 'services', 'balance'];

export type Outage = {
  /** Resets the connection of a request whose path is out. */
  middleware: RequestHandler;
  /** Replaces what is out; false, and nothing changed, when `paths` is no list of known paths. */
  set(paths: unknown): boolean;
  paths(): readonly string[];
};

/** An outage that an operator declares. Kept in memory only: a restart ends it. */
export function createOutage(): Outage {
  let out: readonly string[] = [];
  return {
    middleware(request, response, next) {
      if (out.includes(request.path.slice(1))) response.socket?.resetAndDestroy();
      else next();
    },
    set(paths) {
      if (!Array.isArray(paths) || !paths.every((path) => PATHS.includes(path))) return false;
      out = paths;
      return true;
    },
    paths: () => out,
  };
}
