// The entry of the image: runs the process that the first argument names, in this process.
import path from 'node:path';

const PROGRAMS = {
  api: 'apps/api/dist/main.js',
  worker: 'apps/worker/dist/main.js',
  dashboard: 'apps/dashboard/dist/main.js',
  sandbox: 'apps/sandbox/dist/main.js',
  ops: 'apps/ops/dist/main.js',
  migrate: 'docker/migrate.mjs',
  demo: 'docker/demo.mjs',
};
const EXIT_CODES = { SIGTERM: 143, SIGINT: 130 };

const [name = '', ...words] = process.argv.slice(2);
if (!Object.hasOwn(PROGRAMS, name)) {
  process.stderr.write(`usage: docker run … topup ${Object.keys(PROGRAMS).join('|')} [arguments]\n`);
  process.exit(64);
}

// The first process of a container ignores every signal that it has no listener for. So a program without its own
// listener, or one that still starts, ends here.
for (const [signal, code] of Object.entries(EXIT_CODES))
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(code);
  });

const program = path.join(import.meta.dirname, '..', PROGRAMS[name]);
process.argv = [process.execPath, program, ...words];
await import(program);
