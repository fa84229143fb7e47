import { inspect, parseArgs } from 'node:util';
import { missingPrograms } from './cluster/programs';
import { isClean, reportText } from './report';
import { type HaOptions, runHa } from './run-ha';

const USAGE = `npm run test:ha -- [options]
Sells everything while the leader of three PostgreSQL servers is killed, frozen and cut off, then audits the promises.
Needs patroni, etcd-server, haproxy, postgresql and redis-server of Debian 12 or newer.

  --failovers <n>  how often the leader is lost (default 20)
  --seed <n>       decides how, and what clients buy (default: random)
  --rate <n>       purchases a second (default 5)
  --logs <dir>     writes there what all programs logged
Exit 1: a promise was broken, or a program is missing.
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

function read(): HaOptions | 'help' {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { failovers: text, seed: text, rate: text, logs: text, help: { type: 'boolean' } },
  });
  if (values.help === true) return 'help';
  const number = (name: string, given: string | undefined, otherwise: number): number => {
    const value = given === undefined ? otherwise : Number(given);
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${given}`);
    return value;
  };
  return {
    failovers: number('failovers', values.failovers, 20),
    seed: number('seed', values.seed, Math.floor(Math.random() * 1_000_000) + 1),
    perSecond: number('rate', values.rate, 5),
    print,
    ...(values.logs !== undefined && { logs: values.logs }),
  };
}

async function main(): Promise<number> {
  let options: HaOptions | 'help';
  try {
    options = read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    return 2;
  }
  if (options === 'help') {
    print(USAGE);
    return 0;
  }
  const missing = missingPrograms();
  if (missing.length > 0) {
    process.stderr.write(`This machine lacks: ${missing.join(', ')}.\n`);
    return 1;
  }
  const report = await runHa(options);
  print(reportText(report));
  return isClean(report) ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${inspect(error)}\n`);
    process.exit(1);
  },
);
