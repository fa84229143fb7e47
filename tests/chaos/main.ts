import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { breaks } from './breaks/breaks';
import { isPassed, reportText } from './report-text';
import { type ChaosOptions, runChaos } from './run-chaos';

const USAGE = `npm run test:chaos -- [options]
Sells everything under random faults, then audits the promises. Exit 1: a promise was broken.
With --break or --breaks, exit 1: the audit did not notice a planted bug.

  --minutes <n>      of traffic under faults (default 6)
  --seed <n>         decides the faults and their order; the same seed repeats them (default: random)
  --rate <n>         purchases a second (default 5)
  --provider <mode>  what the sandbox does with a repeated reference: refusing, naive (vends it again),
                     both (default: each half of the time)
  --abuser <on|off>  one more client abuses every limit (default on; off with --break and --breaks)
  --report <file>    also writes the report there, as JSON
  --logs <file>      writes there what the api and worker processes logged
  --break <name>     plants one bug in the protocol, which the audit must find:
                     ${breaks.map(({ name }) => name).join(', ')}
  --breaks           one run for each of those
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

type Command = ReturnType<typeof read>;

function read() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      minutes: text,
      seed: text,
      rate: text,
      provider: text,
      abuser: text,
      report: text,
      logs: text,
      break: text,
      breaks: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { provider = 'both' } = values;
  if (provider !== 'both' && provider !== 'naive' && provider !== 'refusing')
    throw new Error('--provider must be refusing, naive or both');
  if (values.abuser !== undefined && values.abuser !== 'on' && values.abuser !== 'off')
    throw new Error(`--abuser must be on or off, not ${values.abuser}`);
  const broken = breaks.find(({ name }) => name === values.break);
  if (values.break !== undefined && broken === undefined) throw new Error(`no break is called ${values.break}`);
  const options: ChaosOptions = {
    minutes: above(0, 'minutes', values.minutes ?? '6'),
    seed: above(0, 'seed', values.seed ?? String(Math.floor(Math.random() * 1_000_000) + 1)),
    perSecond: above(0, 'rate', values.rate ?? '5'),
    provider,
    abuser: values.abuser === undefined ? broken === undefined && values.breaks !== true : values.abuser === 'on',
    print,
    ...(broken && { broken }),
    ...(values.logs !== undefined && { logs: values.logs }),
  };
  return { options, report: values.report, every: values.breaks === true, help: values.help === true };
}

function above(least: number, name: string, text: string): number {
  const value = Number(text);
  if (!(value > least)) throw new Error(`--${name} must be a number above ${least}, not ${text}`);
  return value;
}

async function once({ options, report: file }: Command): Promise<boolean> {
  const report = await runChaos(options);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  print(reportText(report));
  return isPassed(report);
}

/** @returns whether the audit noticed each break */
async function everyBreak({ options }: Command): Promise<boolean> {
  const rows: { name: string; noticed: boolean; found: string[] }[] = [];
  for (const broken of breaks) {
    print(`\n${broken.name}: ${broken.rule}`);
    const report = await runChaos({ ...options, broken });
    const found = [...new Set(report.violations.map(({ rule }) => rule))];
    rows.push({ name: broken.name, noticed: isPassed(report), found });
  }
  print('');
  for (const { name, noticed, found } of rows)
    print(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${name}: ${found.join('; ')}`);
  return rows.every(({ noticed }) => noticed);
}

function commandOrUsage(): Command | undefined {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main(): Promise<void> {
  const command = commandOrUsage();
  if (command === undefined) return;
  if (command.help) print(USAGE);
  else process.exitCode = (await (command.every ? everyBreak(command) : once(command))) ? 0 : 1;
}

void main();
