import { execFile } from 'node:child_process';
import path from 'node:path';

const PROGRAM = path.join(__dirname, '../../dist/main.js');

export type Ended = { code: number; stdout: string; lines: string[] };

/** Runs the compiled program with nothing but `environment`; `lines` are those of standard error. */
export function runOps(environment: Record<string, string>, words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    // DATA_DIR: the default one may hold the runtime.json of a developer's `npm start`
    execFile(process.execPath, [PROGRAM, ...words], { env: { DATA_DIR: '/nonexistent', ...environment } }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, lines: stderr.split('\n').filter((line) => line !== '') });
    });
  });
}
