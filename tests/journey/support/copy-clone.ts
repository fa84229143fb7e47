import { cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const CLONE = path.resolve(__dirname, '../../..');
const COPIED = [
  'package.json',
  'package-lock.json',
  'prisma',
  'prisma.config.ts',
  'scripts',
  'docs',
  'packages',
  'apps',
];

/** Copies this clone and its compiled files, so that a test can change the sources. Installed packages are links. */
export function copyClone(target: string): void {
  const configs = readdirSync(CLONE).filter((name) => /^tsconfig.*\.json$/.test(name));
  for (const name of [...COPIED, ...configs]) {
    cpSync(path.join(CLONE, name), path.join(target, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    });
  }
  for (const parent of ['packages', 'apps']) {
    for (const name of readdirSync(path.join(CLONE, parent))) linkInstalled(path.join(parent, name), target);
  }
  linkWorkspaces(target);
}

function linkInstalled(workspace: string, target: string): void {
  const installed = path.join(workspace, 'node_modules');
  if (readdirSync(path.join(CLONE, workspace)).includes('node_modules'))
    symlinkSync(path.join(CLONE, installed), path.join(target, installed));
}

/** Links the root's packages: ours to the copy, all others to this clone. Copies the stamps of scripts/prepare.mjs. */
function linkWorkspaces(target: string): void {
  const [from, to] = [path.join(CLONE, 'node_modules'), path.join(target, 'node_modules')];
  mkdirSync(path.join(to, '@topup'), { recursive: true });
  for (const name of readdirSync(path.join(from, '@topup')))
    symlinkSync(readlinkSync(path.join(from, '@topup', name)), path.join(to, '@topup', name));
  cpSync(path.join(from, '.topup'), path.join(to, '.topup'), { recursive: true });
  for (const name of readdirSync(from)) {
    if (!['@topup', '.topup'].includes(name)) symlinkSync(path.join(from, name), path.join(to, name));
  }
}
