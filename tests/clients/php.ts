import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { onThePath } from '@topup/testkit';
import { ROOT } from '../pages';

export const hasPhp =
  onThePath('php') !== undefined &&
  spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'], { stdio: 'ignore' }).status === 0;
export const NO_PHP = 'there is no php with curl';

/** Starts PHP in the root of the repository. */
export const startPhp = (args: string[], env: Record<string, string> = {}, stdio: SpawnOptions['stdio'] = 'pipe') =>
  spawn('php', args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env }, stdio });

/** Runs PHP to its end. */
export async function runPhp(args: string[], env: Record<string, string> = {}) {
  const child = startPhp(args, env);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => (stdout += chunk));
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, stdout, stderr };
}
