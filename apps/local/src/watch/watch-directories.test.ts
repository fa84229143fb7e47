import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchDirectories } from './watch-directories';

describe('a change that npm run dev misses', () => {
  let root: string;
  let watcher: { close(): void };
  let seen: Set<string>;
  let wake: () => void;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'topup-watch-'));
    mkdirSync(path.join(root, 'a'));
    writeFileSync(path.join(root, 'a/x.ts'), '1');
    seen = new Set();
    wake = () => undefined;
    watcher = watchDirectories([root], (file) => {
      seen.add(path.relative(root, file));
      wake();
    });
  });
  afterEach(() => {
    watcher.close();
    rmSync(root, { recursive: true });
  });

  const write = (file: string) => writeFileSync(path.join(root, file), String(Math.random()));
  const makeDirectory = (directory: string) => mkdirSync(path.join(root, directory), { recursive: true });
  const remove = (file: string) => rmSync(path.join(root, file), { recursive: true });

  /** Makes the change and waits until it was seen. */
  async function expectSeen(file: string, change: () => void): Promise<void> {
    seen.clear();
    change();
    while (!seen.has(file)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  it('sees a file that is written', () => expectSeen('a/x.ts', () => write('a/x.ts')));

  it('sees a file that was replaced, and each write after that', async () => {
    const replace = () => {
      write('a/x.tmp');
      renameSync(path.join(root, 'a/x.tmp'), path.join(root, 'a/x.ts'));
    };
    await expectSeen('a/x.ts', replace);
    await expectSeen('a/x.ts', () => write('a/x.ts'));
    await expectSeen('a/x.ts', () => remove('a/x.ts'));
    await expectSeen('a/x.ts', () => write('a/x.ts'));
    await expectSeen('a/x.ts', () => write('a/x.ts'));
  });

  it('sees a file in a directory that was created, deleted and created again', async () => {
    for (let times = 0; times < 2; times += 1) {
      await expectSeen('b', () => makeDirectory('b/c'));
      await expectSeen('b/c/y.ts', () => write('b/c/y.ts'));
      await expectSeen('b', () => remove('b'));
    }
  });
});
