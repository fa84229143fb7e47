import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT, read } from './pages';

const SENTENCE =
  'This does not run on Windows itself: install WSL 2 (wsl --install), clone the repository inside it, and run the same command there.\n';

/** Node on this machine, which says of itself that it runs on Windows. */
const ON_WINDOWS = ['--import', 'data:text/javascript,Object.defineProperty(process,"platform",{value:"win32"})'];

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'topup-windows-'));
  mkdirSync(path.join(clone, 'scripts'));
  for (const file of ['package.json', 'package-lock.json', 'scripts/run.mjs', 'scripts/prepare.mjs'])
    cpSync(path.join(ROOT, file), path.join(clone, file));
});
afterEach(() => rmSync(clone, { recursive: true }));

describe('a newcomer on Windows gets an error that says nothing', () => {
  test.each([
    ['npm start', ['scripts/run.mjs', 'apps/local/dist/main.js']],
    ['npm run build', ['scripts/prepare.mjs']],
  ])('%s says what works, and installs nothing', (_command, args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...ON_WINDOWS, ...args], {
      cwd: clone,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: SENTENCE });
    expect(readdirSync(clone).sort()).toEqual(['package-lock.json', 'package.json', 'scripts']);
  });

  // cmd.exe searches the directory of package.json, in which npm starts it, before the PATH
  test('cmd.exe finds the exec of every script, which runs what follows it', () => {
    const scripts = Object.values<string>(JSON.parse(read('package.json')).scripts);
    expect(scripts.filter((script) => !script.startsWith('exec node scripts/'))).toEqual([]);
    expect(read('exec.cmd')).toMatch(/^@rem .*\n@%\*\n$/);
  });
});
