import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The digest of the compiled files of these workspaces. Source maps and types do not count. */
export function digestOutput(root: string, workspaces: string[]): string {
  const digest = createHash('sha256');
  for (const workspace of workspaces) {
    for (const file of compiledFiles(path.join(root, workspace, 'dist')))
      digest.update(file).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** @returns the directory of the workspace, such as `apps/api`, and those of all workspaces it depends on, sorted */
export function withDependencies(root: string, workspace: string): string[] {
  const found = new Set<string>();
  function add(directory: string): void {
    if (found.has(directory)) return;
    found.add(directory);
    for (const dependency of dependenciesOf(root, directory)) add(dependency);
  }
  add(workspace);
  return [...found].sort();
}

function dependenciesOf(root: string, workspace: string): string[] {
  const file = path.join(root, workspace, 'package.json');
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@topup/'));
  return ours.map((name) => {
    const directory = name.slice('@topup/'.length);
    return existsSync(path.join(root, 'packages', directory)) ? `packages/${directory}` : `apps/${directory}`;
  });
}

function compiledFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(map|d\.ts)$/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
}
