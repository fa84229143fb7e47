import { readVersions, type Watched } from '@topup/core/purchase';
import type { Db, Log } from '@topup/core/shared';
import { errorFields } from '@topup/runtime';

/** Somebody who waits for changes of one thing. `version`: the one that they know. */
type Watch = { what: Watched; version: string; changed(): void; end(): void };

export type Watcher = ReturnType<typeof createWatcher>;

const EVERY_MS = 1_000;

/**
 * Looks for changes of all that is watched in this process: once a second, with one statement for all, and not at all
 * while nobody watches. So the purchase path, which announces nothing, pays nothing for it, and a slow database is not
 * asked more often.
 */
export function createWatcher({ db, log }: { db: Db; log: Log }) {
  const watches = new Map<Watch, string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const next = (): void => {
    timer = watches.size === 0 ? undefined : setTimeout(() => void look(), EVERY_MS);
  };
  const look = async (): Promise<void> => {
    const asked = [...watches.keys()];
    try {
      const versions = await readVersions(
        db,
        asked.map(({ what }) => what),
      );
      for (const [place, watch] of asked.entries()) {
        const version = versions[place] ?? '';
        if (version === watch.version || !watches.has(watch)) continue;
        watch.version = version;
        watch.changed();
      }
    } catch (error) {
      log.warn('changes could not be read for open pages', errorFields(error));
    }
    next();
  };

  return {
    /** How many watch now: of this user, and all. */
    count: (userId: string) => ({
      own: [...watches.values()].filter((each) => each === userId).length,
      all: watches.size,
    }),
    /** Calls `changed` within a second after each change. @returns how to stop it */
    watch(userId: string, watch: Watch): () => void {
      if (stopped) {
        watch.end();
        return () => undefined;
      }
      watches.set(watch, userId);
      if (timer === undefined) next();
      return () => void watches.delete(watch);
    },
    /** Ends all, and those that come later at once. */
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      for (const watch of [...watches.keys()]) watch.end();
    },
  };
}
