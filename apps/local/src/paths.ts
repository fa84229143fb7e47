import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');

/** The compiled programs that are started. */
export const programs = {
  sandbox: path.join(ROOT, 'apps/sandbox/dist/main.js'),
  api: path.join(ROOT, 'apps/api/dist/main.js'),
  worker: path.join(ROOT, 'apps/worker/dist/main.js'),
  dashboard: path.join(ROOT, 'apps/dashboard/dist/main.js'),
  ops: path.join(ROOT, 'apps/ops/dist/main.js'),
  database: path.join(ROOT, 'apps/ops/dist/database.js'),
};
