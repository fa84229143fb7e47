import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/**
 * Calls `changed` with the path of each file or directory that is written, created, renamed or deleted below `roots`.
 * Each directory has a watcher of its own: the recursive watch of Node 20 misses files that an editor or git replaces.
 */
export function watchDirectories(roots: string[], changed: (file: string) => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();

  function add(directory: string): void {
    const subdirectories = listDirectories(directory);
    if (subdirectories === null) return;
    const watcher = watch(directory, (event, name) => {
      const file = path.join(directory, name ?? '');
      if (event === 'rename' && name !== null) replace(file);
      changed(file);
    });
    watcher.on('error', () => remove(directory)); // on some systems, when the directory is deleted
    watchers.set(directory, watcher);
    for (const subdirectory of subdirectories) add(subdirectory);
  }

  /** A directory that is deleted and created again needs a new watcher. */
  function replace(file: string): void {
    remove(file);
    add(file);
  }

  function remove(directory: string): void {
    for (const [watched, watcher] of [...watchers]) {
      if (watched !== directory && !watched.startsWith(directory + path.sep)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  for (const root of roots) add(root);
  return { close: () => roots.forEach(remove) };
}

function listDirectories(directory: string): string[] | null {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(directory, name));
  } catch {
    return null;
  }
}
