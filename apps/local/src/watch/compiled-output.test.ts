import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { digestOutput, withDependencies } from './compiled-output';

describe('a process that keeps old code, or restarts for nothing', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'topup-output-'));
    workspace('apps/api', ['@topup/runtime', 'express']);
    workspace('apps/sandbox', ['express']);
    workspace('packages/runtime', ['@topup/core']);
    workspace('packages/core', []);
    workspace('apps/local', ['@topup/api']);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function workspace(directory: string, dependencies: string[]): void {
    mkdirSync(path.join(root, directory, 'dist/room'), { recursive: true });
    const versions = Object.fromEntries(dependencies.map((name) => [name, '0.1.0']));
    write(`${directory}/package.json`, JSON.stringify({ dependencies: versions }));
    write(`${directory}/dist/main.js`, '1');
  }

  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const digests = () =>
    ['apps/api', 'apps/sandbox'].map((workspace) => digestOutput(root, withDependencies(root, workspace)));

  it('changes with its own files and with those of the workspaces it depends on', () => {
    const [api, sandbox] = digests();
    write('packages/core/dist/room/new.js', '1');
    const [apiAfter, sandboxAfter] = digests();
    expect(apiAfter).not.toBe(api);
    expect(sandboxAfter).toBe(sandbox);
    write('apps/sandbox/dist/main.js', '2');
    expect(digests()).toEqual([apiAfter, expect.not.stringMatching(`^${sandbox}$`)]);
  });

  it('follows dependencies on packages and on apps', () => {
    const expected = ['apps/api', 'apps/local', 'packages/core', 'packages/runtime'];
    expect(withDependencies(root, 'apps/local')).toEqual(expected);
  });

  it('stays the same when only types, source maps or sources change', () => {
    const before = digests();
    for (const name of ['dist/main.js.map', 'dist/main.d.ts', 'tsconfig.tsbuildinfo']) write(`apps/api/${name}`, 'x');
    write('apps/api/dist/main.js', '1');
    expect(digests()).toEqual(before);
  });
});
