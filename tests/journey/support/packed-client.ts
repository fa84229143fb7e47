import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');
const run = promisify(execFile);
const npm = (args: string[], cwd: string) =>
  run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });

export type PackedClient = {
  /** The paths of the files in the archive. */
  files: string[];
  /** An empty project that has installed the archive and nothing else. */
  project(manifest?: object): Promise<Project>;
  remove(): void;
};

export type Project = {
  directory: string;
  write(file: string, text: string): void;
  /** Makes a package of this repository one of the project too. */
  link(name: string): void;
  /** Runs a file with Node, in this environment only, and returns what it has printed. */
  node(file: string, environment?: Record<string, string>): Promise<string>;
  /** Runs a compiler of this repository. @throws with what it says */
  tsc(compiler: string, args: string[]): Promise<void>;
};

/** Packs `packages/client` as `npm publish` would. */
export async function packClient(): Promise<PackedClient> {
  const home = mkdtempSync(path.join(tmpdir(), 'topup-packed-'));
  const { stdout } = await npm(['pack', '--json', '--pack-destination', home], path.join(ROOT, 'packages/client'));
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  return {
    files: files.map((file) => file.path),
    async project(manifest = {}) {
      const directory = mkdtempSync(path.join(home, 'project-'));
      const write = (file: string, text: string) => writeFileSync(path.join(directory, file), text);
      write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0', private: true, ...manifest }));
      await npm(['install', path.join(home, filename)], directory);
      const inHere = (command: string, args: string[], environment: Record<string, string> = {}) =>
        run(command, args, { cwd: directory, env: { PATH: process.env.PATH, ...environment } });
      return {
        directory,
        write,
        link: (name) => symlinkSync(path.join(ROOT, 'node_modules', name), path.join(directory, 'node_modules', name)),
        node: async (file, environment) => (await inHere(process.execPath, [file], environment)).stdout,
        async tsc(compiler, args) {
          await inHere(process.execPath, [path.join(ROOT, compiler), ...args]).catch(({ stdout, stderr }) => {
            throw new Error(`tsc ${args.join(' ')}:\n${stdout}${stderr}`);
          });
        },
      };
    },
    remove: () => rmSync(home, { recursive: true }),
  };
}

/** The examples of the client's README in one language. */
export function examplesOf(language: 'ts' | 'js'): string[] {
  const readme = readFileSync(path.join(ROOT, 'packages/client/README.md'), 'utf8');
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);
}
