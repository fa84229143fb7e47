// Loaded into a process with --require. At its end it prints on standard error what its start has cost, as JSON.
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');

const { spawnSync } = childProcess;
let spawned = 0;
childProcess.spawnSync = (...args) => {
  spawned += 1;
  return spawnSync(...args);
};
syncBuiltinESMExports();

process.on('exit', () => {
  const files = Object.keys(require.cache);
  const packages = files.flatMap((file) => /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file)?.[1] ?? []);
  const cost = { spawned, modules: files.length, packages: [...new Set(packages)] };
  process.stderr.write(`${JSON.stringify(cost)}\n`);
});
