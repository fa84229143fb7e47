// Runs inside one of our containers: prints what it could do beyond its work, and exits 1 if there is anything.
const { readFileSync, writeFileSync } = require('node:fs');

const status = readFileSync('/proc/self/status', 'utf8');
const field = (name) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
const faults = [];

if (process.getuid() !== 1000 || process.getgid() !== 1000)
  faults.push(`runs as ${process.getuid()}:${process.getgid()}`);
for (const set of ['CapPrm', 'CapEff', 'CapBnd'])
  if (!/^0+$/.test(field(set) ?? '')) faults.push(`has capabilities: ${set} ${field(set)}`);
if (field('NoNewPrivs') !== '1') faults.push('can gain privileges');
for (const place of ['/app/x', '/data/x', '/home/node/x', '/var/tmp/x', '/etc/x']) {
  const code = codeOf(() => writeFileSync(place, ''));
  if (code !== 'EROFS') faults.push(`${place}: ${code ?? 'written'}, not EROFS`);
}
const inTmp = codeOf(() => writeFileSync('/tmp/x', ''));
if (inTmp) faults.push(`/tmp cannot be written: ${inTmp}`);

// A secret in a file is not in the environment as well.
const environment = readFileSync('/proc/1/environ', 'utf8').split('\0');
for (const [, name, file] of environment.flatMap((entry) => [/^(\w+)_FILE=(.+)/.exec(entry) ?? []]))
  if (name && environment.some((entry) => entry.includes(readFileSync(file, 'utf8').trim())))
    faults.push(`${name} is in the environment too`);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function codeOf(work) {
  try {
    work();
    return undefined;
  } catch ({ code }) {
    return code;
  }
}
