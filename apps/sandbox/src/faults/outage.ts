import type { RequestHandler } from 'express';

export type Outage = {
  /** Resets the connection of a request to a path that is down. */
  middleware: RequestHandler;
  /**
   * Sets the paths that are down; "all" takes down every one. Returns false and changes nothing if `paths` is neither
   * that nor a list of known paths.
   */
  set(paths: unknown): boolean;
  paths(): readonly string[];
};

/**
 * An outage that an operator declares. It is in memory only, so a restart ends it.
 * @param known the names of the paths that can be down
 * @param nameOf the name of a path below the provider's address
 */
export function createOutage(
  known: readonly string[],
  nameOf: (path: string) => string | undefined = (path) => path.slice(1),
): Outage {
  let down: readonly string[] = [];
  return {
    middleware(request, response, next) {
      const name = down.length === 0 ? undefined : nameOf(request.path);
      if (name !== undefined && down.includes(name)) response.socket?.resetAndDestroy();
      else next();
    },
    set(paths) {
      if (paths === 'all') down = known;
      else if (Array.isArray(paths) && paths.every((path) => known.includes(path))) down = paths;
      else return false;
      return true;
    },
    paths: () => down,
  };
}
