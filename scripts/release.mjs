// `node scripts/release.mjs <version>`, in a clean clone: gives every package, the OpenAPI document, the changelogs and
// the image of the Kubernetes manifests the version, joins the fragments of changes/ into the changelog, runs `npm run
// check`, and makes one commit with one tag. It pushes nothing. A refusal changes nothing, and what fails after it
// began is taken back.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CHANGES = 'docs/integrate/changes.md';
const FRAGMENTS = 'changes';
/** The sections of a release in the changelog, in their order, by the first word of a fragment's name. */
const SECTIONS = {
  upgrade: 'Upgrade steps',
  breaking: 'Breaking',
  added: 'Added',
  fixed: 'Fixed',
  security: 'Security',
};
const KUSTOMIZATION = 'deploy/kubernetes/production/kustomization.yaml';
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const npm = (...args) => execFileSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

class Refusal extends Error {}

try {
  release(process.argv[2]);
} catch (error) {
  process.stderr.write(`${error instanceof Refusal ? error.message : error.stack}\n`);
  process.exitCode = error instanceof Refusal ? 2 : 1;
}

function release(version) {
  const before = readJson('package.json').version;
  refuseUnless(VERSION.test(version ?? ''), 'usage: node scripts/release.mjs <version>, such as 1.4.0');
  refuseUnless(isLater(version, before), `${version} is not later than ${before}, the version of package.json`);
  refuseUnless(git('status', '--porcelain') === '', 'commit or stash first: a release is made from a clean clone');
  refuseUnless(git('tag', '--list', `v${version}`) === '', `the tag v${version} exists`);
  const names = fragments();
  const changelog = released(readFileSync('CHANGELOG.md', 'utf8'), version, names);
  try {
    writeFileSync('CHANGELOG.md', changelog);
    for (const name of names) rmSync(path.join(FRAGMENTS, name));
    writeFileSync(CHANGES, readFileSync(CHANGES, 'utf8').replace('## Next version\n', `## ${version}\n`));
    writeFileSync(KUSTOMIZATION, readFileSync(KUSTOMIZATION, 'utf8').replace(/(?<=newTag: ).*/, version));
    for (const file of manifests()) writeJson(file, withVersion(readJson(file), version));
    writeJson('package-lock.json', lockedAt(readJson('package-lock.json'), version));
    npm('run', 'generate');
    npm('run', 'check');
    git('commit', '--all', '--quiet', `--message=build: release ${version}`);
  } catch (error) {
    git('reset', '--hard', '--quiet');
    throw error;
  }
  git('tag', '--annotate', `v${version}`, `--message=Version ${version}`);
  console.log(`v${version} is committed and tagged. To publish it: git push --follow-tags`);
}

function refuseUnless(holds, why) {
  if (!holds) throw new Refusal(why);
}

function isLater(version, before) {
  const [a, b] = [version, before].map((text) => text.split('.').map(Number));
  const differs = a.findIndex((part, i) => part !== b[i]);
  return differs >= 0 && a[differs] > b[differs];
}

/** The entries under "Unreleased", with those of the fragments, get a heading with the version and the day in UTC. */
function released(changelog, version, names) {
  const [head, rest] = changelog.split('## [Unreleased]\n');
  const [kept = ''] = (rest ?? '').split(/^(?=## \[)/m);
  const entries = withFragments(kept, names);
  refuseUnless(/^- /m.test(entries), 'CHANGELOG.md has no entry under "Unreleased", and changes/ has no fragment');
  const day = new Date().toISOString().slice(0, 10);
  return `${head}## [Unreleased]\n\n## [${version}] - ${day}\n${entries}${(rest ?? '').slice(kept.length)}`;
}

/** Each fragment stands at the end of its section. */
function withFragments(entries, names) {
  const [intro, ...sections] = entries.split(/^(?=### )/m);
  for (const [kind, title] of Object.entries(SECTIONS)) {
    const added = names
      .filter((name) => name.startsWith(`${kind}-`))
      .map((name) => `${readFileSync(path.join(FRAGMENTS, name), 'utf8').trim()}\n`);
    if (added.length === 0) continue;
    const at = sections.findIndex((section) => section.startsWith(`### ${title}\n`));
    if (at < 0) sections.push(`### ${title}\n\n${added.join('')}\n`);
    else sections[at] = `${sections[at].trimEnd()}\n${added.join('')}\n`;
  }
  return [intro, ...sections].join('');
}

/** The names of the fragments. One of an unknown section stops the release. */
function fragments() {
  const names = existsSync(FRAGMENTS) ? readdirSync(FRAGMENTS).filter((name) => name !== 'README.md') : [];
  const unknown = names.filter((name) => !Object.hasOwn(SECTIONS, name.split('-')[0]));
  const known = Object.keys(SECTIONS).join(', ');
  refuseUnless(unknown.length === 0, `${unknown.join(', ')} in changes/: begin with ${known}`);
  return names;
}

/** The manifests of the root and of its workspaces. */
function manifests() {
  const workspaces = readJson('package.json').workspaces.map((pattern) => path.dirname(pattern));
  return [
    'package.json',
    ...workspaces.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/package.json`)),
  ];
}

/** A manifest, or its part of the lock file, with the version, including where it names another of our packages. */
function withVersion(manifest, version) {
  for (const kind of ['dependencies', 'devDependencies'])
    for (const name of Object.keys(manifest[kind] ?? {}))
      if (name.startsWith('@topup/')) manifest[kind][name] = manifest[kind][name].replace(/\d.*$/, version);
  return Object.assign(manifest, { version });
}

/** Only the root and our workspaces: packages from outside are below `node_modules`. */
function lockedAt(lock, version) {
  for (const [folder, manifest] of Object.entries(lock.packages))
    if (!folder.includes('node_modules/')) withVersion(manifest, version);
  return Object.assign(lock, { version });
}
