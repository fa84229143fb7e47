import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

type Builder = {
  /** Compiles what has changed, and builds the pages if they have changed. @returns whether it succeeded */
  build(): Promise<boolean>;
  /** Ends a build that is running. Fulfilled when it has ended. */
  stop(): Promise<void>;
};

/**
 * Builds with scripts/prepare.mjs, which prints errors itself. The build is a process group, so that all of it can end.
 */
export function createBuilder(root: string): Builder {
  let running: { child: ChildProcess; done: Promise<boolean> } | undefined;

  function begin(): Promise<boolean> {
    const child = spawn(process.execPath, [path.join(root, 'scripts/prepare.mjs')], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const done = new Promise<boolean>((resolve) => child.once('close', (code) => resolve(code === 0)));
    running = { child, done };
    return done;
  }

  return {
    async build() {
      const succeeded = await begin();
      running = undefined;
      return succeeded;
    },
    async stop() {
      if (running === undefined) return;
      const { child, done } = running;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // it has just ended
      }
      await done;
    },
  };
}
