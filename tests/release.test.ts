import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const SCRIPT = path.join(ROOT, 'scripts/release.mjs');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const manifest = JSON.parse(read('package.json'));

describe('two parts of one release have different versions', () => {
  const folders = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );

  test.each(folders)('%s has the version of the service, and needs that of the others', (folder) => {
    const { version, dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`));
    const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@topup/'));
    expect([version, ...ours.map(([, range]) => String(range).replace('^', ''))]).toEqual(
      Array.from({ length: ours.length + 1 }, () => manifest.version),
    );
    expect(JSON.parse(read('package-lock.json')).packages[folder].version).toBe(manifest.version);
  });

  test('the OpenAPI document, the newest heading of the changelog and the image for Kubernetes have it too', () => {
    expect(JSON.parse(read('docs/reference/openapi.json')).info.version).toBe(manifest.version);
    expect(/^## \[(\d.*)\]/m.exec(read('CHANGELOG.md'))?.[1]).toBe(manifest.version);
    const kustomization = read('deploy/kubernetes/production/kustomization.yaml');
    expect(/newTag: (.*)/.exec(kustomization)?.[1]).toBe(manifest.version);
  });
});

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.9.0] - 2026-01-01\n\n- Another.\n';

describe('a release is made from a clone that is not ready for it', () => {
  let clone: string;
  /** Git of this test alone: no setting of the machine decides anything. */
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: clone, env, encoding: 'utf8' });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  };
  const release = (version: string) => run(process.execPath, SCRIPT, version);
  const inClone = (file: string) => readFileSync(path.join(clone, file), 'utf8');
  const write = (file: string, content: unknown) => {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(path.join(clone, file), text);
  };
  const commit = () => [run('git', 'add', '--all'), run('git', 'commit', '--quiet', '--message=more')];
  const commits = () => run('git', 'log', '--format=%s', '--max-count=1').stdout;

  beforeEach(() => {
    clone = mkdtempSync(path.join(tmpdir(), 'topup-release-'));
    const generate = "require('fs').writeFileSync('generated.txt', require('./package.json').version)";
    const scripts = { generate: `node -e "${generate}"`, check: 'node -e "process.exit(0)"' };
    write('package.json', { name: 'all', version: '0.9.0', workspaces: ['packages/*'], scripts });
    write('packages/one/package.json', { name: '@topup/one', version: '0.9.0' });
    const two = { name: '@topup/two', version: '0.9.0', dependencies: { '@topup/one': '^0.9.0', other: '^0.9.0' } };
    write('packages/two/package.json', two);
    const other = { version: '0.9.0' };
    const packages = { '': { name: 'all', version: '0.9.0' }, 'packages/two': two, 'node_modules/other': other };
    write('package-lock.json', { version: '0.9.0', packages });
    write('CHANGELOG.md', CHANGELOG);
    write('generated.txt', '0.9.0');
    write('docs/integrate/changes.md', '# Changes\n\n## Next version\n\n- A thing.\n\n## 0.9.0\n');
    write('deploy/kubernetes/production/kustomization.yaml', 'images:\n  - newTag: 0.9.0\n    name: topup\n');
    run('git', 'init', '--quiet', '--initial-branch=main');
    commit();
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  test('a release is one commit and one tag, in which all our packages have the version', () => {
    expect(release('0.10.0')).toMatchObject({ status: 0, stdout: expect.stringContaining('v0.10.0 is committed') });
    expect(commits()).toBe('build: release 0.10.0');
    expect(run('git', 'describe', '--exact-match').stdout).toBe('v0.10.0');
    expect(run('git', 'status', '--porcelain').stdout).toBe('');
    expect(JSON.parse(inClone('packages/two/package.json'))).toMatchObject({
      version: '0.10.0',
      dependencies: { '@topup/one': '^0.10.0', other: '^0.9.0' },
    });
    const { packages } = JSON.parse(inClone('package-lock.json'));
    expect(packages['packages/two'].dependencies).toEqual({ '@topup/one': '^0.10.0', other: '^0.9.0' });
    expect([packages[''].version, packages['node_modules/other'].version]).toEqual(['0.10.0', '0.9.0']);
    expect(inClone('generated.txt')).toBe('0.10.0');
    const kustomization = inClone('deploy/kubernetes/production/kustomization.yaml');
    expect(kustomization).toBe('images:\n  - newTag: 0.10.0\n    name: topup\n');
    expect(inClone('docs/integrate/changes.md')).toBe('# Changes\n\n## 0.10.0\n\n- A thing.\n\n## 0.9.0\n');
    const day = new Date().toISOString().slice(0, 10);
    expect(inClone('CHANGELOG.md')).toBe(
      CHANGELOG.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [0.10.0] - ${day}\n`),
    );
  });

  test('a fragment stands at the end of its section, or in a section of its own, and is gone', () => {
    write('changes/README.md', 'How to write one.\n');
    write('changes/added-more.md', '- More.\n');
    write('changes/security-less.md', '- Less.\n');
    commit();
    expect(release('0.10.0').status).toBe(0);
    expect(inClone('CHANGELOG.md')).toContain(
      '\n### Added\n\n- A thing.\n- More.\n\n### Security\n\n- Less.\n\n## [0.9.0]',
    );
    expect(readdirSync(path.join(clone, 'changes'))).toEqual(['README.md']);
  });

  test.each([
    ['no version', '', () => undefined, 'usage: node scripts/release.mjs'],
    ['a version with a letter', '1.0.0-rc1', () => undefined, 'usage: node scripts/release.mjs'],
    ['an earlier version', '0.8.9', () => undefined, '0.8.9 is not later than 0.9.0'],
    ['the same version', '0.9.0', () => undefined, '0.9.0 is not later than 0.9.0'],
    ['a file that is not committed', '1.0.0', () => write('more.txt', 'x'), 'from a clean clone'],
    ['a tag that exists', '1.0.0', () => run('git', 'tag', 'v1.0.0'), 'the tag v1.0.0 exists'],
    [
      'a changelog without an entry',
      '1.0.0',
      () => [write('CHANGELOG.md', CHANGELOG.replace('- A thing.\n', '')), commit()],
      'no entry under "Unreleased"',
    ],
    [
      'a fragment of no section',
      '1.0.0',
      () => [write('changes/more.md', '- More.\n'), commit()],
      'more.md in changes/: begin with upgrade, breaking,',
    ],
  ])('%s is refused, and nothing has changed', (_, version, prepare, why) => {
    prepare();
    const before = [run('git', 'status', '--porcelain').stdout, run('git', 'rev-parse', 'HEAD').stdout];
    expect(release(version)).toMatchObject({ status: 2, stderr: expect.stringContaining(why) });
    expect([run('git', 'status', '--porcelain').stdout, run('git', 'rev-parse', 'HEAD').stdout]).toEqual(before);
  });

  test('when the check fails, all is taken back', () => {
    write('package.json', { ...JSON.parse(inClone('package.json')), scripts: { generate: 'true', check: 'exit 1' } });
    commit();
    expect(release('1.0.0').status).toBe(1);
    expect(commits()).toBe('more');
    expect(run('git', 'status', '--porcelain').stdout + run('git', 'tag').stdout).toBe('');
  });
});
