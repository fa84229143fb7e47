// Loaded into a process with --require. The first SIGUSR2 starts precise coverage, the second writes the files that
// have run since to $WALK_COVERAGE_DIR/<pid>.json, each with the names of the functions that were called in it.
const { Session } = require('node:inspector');
const { renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const session = new Session();
session.connect();
let started = false;

process.on('SIGUSR2', () => {
  if (!started) {
    started = true;
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false }, announce);
  } else {
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error;
      write(coverage.result);
      announce();
    });
  }
});

function write(scripts) {
  const ran = scripts.flatMap(({ url, functions }) => {
    const called = functions.filter(({ ranges }) => ranges[0].count > 0).map(({ functionName }) => functionName);
    return url.startsWith('file:') || path.isAbsolute(url) ? [{ file: url.replace('file://', ''), called }] : [];
  });
  const target = path.join(process.env.WALK_COVERAGE_DIR, `${process.pid}.json`);
  writeFileSync(`${target}.part`, JSON.stringify(ran.filter(({ called }) => called.length > 0)));
  renameSync(`${target}.part`, target);
}

function announce() {
  process.stdout.write('coverage probe: done\n');
}
