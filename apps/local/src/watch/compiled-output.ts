import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The digest of all that a process loads of ours: the `dist` of its workspace and of the workspaces it depends on.
 * Source maps and types do not count.
 * @param workspace such as `apps/api`
 */
export function digestOutput(root: string, workspace: string): string {
  const digest = createHash('sha256');
  for (const directory of [...dependenciesOf(root, workspace)].sort()) {
    for (const file of compiledFiles(path.join(root, directory, 'dist')))
      digest.update(file).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** @returns the directories of the workspace and of all workspaces it depends on */
function dependenciesOf(root: string, workspace: string, found = new Set<string>()): Set<string> {
  if (found.has(workspace)) return found;
  found.add(workspace);
  const manifest: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(path.join(root, workspace, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (name.startsWith('@topup/')) dependenciesOf(root, `packages/${name.slice('@topup/'.length)}`, found);
  }
  return found;
}

function compiledFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts)$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}
