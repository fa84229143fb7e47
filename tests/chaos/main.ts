import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { breaks } from './breaks';
import { reportText } from './report-text';
import { type ChaosOptions, runChaos } from './run-chaos';

const USAGE = `npm run test:chaos -- [options]
Sells everything under random faults, then audits what was promised. Exit 1: a promise was broken.

  --minutes <n>      of traffic under faults (default 6)
  --seed <n>         what happens, and in which order; the same seed brings the same again (default: any)
  --rate <n>         purchases a second (default 5)
  --provider <mode>  what the sandbox does with a repeated reference: refusing, naive (vends it again), both (default: each half of the time)
  --report <file>    writes the report there too, as JSON
  --break <name>     breaks one line of the protocol on purpose, which the audit must find: ${breaks.map(({ name }) => name).join(', ')}
  --breaks           one run for each of those; exit 1 when one goes unnoticed
`;

/** A run of at least this many minutes must have met every fault and every way that a purchase can take. */
const WHOLE_MINUTES = 5;

const say = (line: string) => void process.stdout.write(`${line}\n`);

type Words = ReturnType<typeof read>;

function read() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      minutes: text,
      seed: text,
      rate: text,
      provider: text,
      report: text,
      break: text,
      breaks: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const { provider = 'both' } = values;
  if (provider !== 'both' && provider !== 'naive' && provider !== 'refusing')
    throw new Error('--provider must be refusing, naive or both');
  const broken = breaks.find(({ name }) => name === values.break);
  if (values.break !== undefined && broken === undefined) throw new Error(`no break is called ${values.break}`);
  const options: ChaosOptions = {
    minutes: above(0, 'minutes', values.minutes ?? '6'),
    seed: above(0, 'seed', values.seed ?? String(Math.floor(Math.random() * 1_000_000) + 1)),
    perSecond: above(0, 'rate', values.rate ?? '5'),
    provider,
    say,
    ...(broken && { broken }),
  };
  return { options, report: values.report, every: values.breaks === true, help: values.help === true };
}

function above(least: number, name: string, text: string): number {
  const value = Number(text);
  if (!(value > least)) throw new Error(`--${name} must be a number above ${least}, not ${text}`);
  return value;
}

async function once({ options, report: file }: Words): Promise<boolean> {
  const report = await runChaos(options);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  say(reportText(report));
  const unmet = options.minutes >= WHOLE_MINUTES ? (report.figures.unmet ?? []) : [];
  return report.violations.length + unmet.length === 0;
}

/** @returns whether each was noticed, by the rule that it breaks: a run may find other things too, for instance that the machine is too slow */
async function everyBreak({ options }: Words): Promise<boolean> {
  const rows: { name: string; noticed: boolean; found: string[] }[] = [];
  for (const broken of breaks) {
    say(`\n${broken.name}: ${broken.rule}`);
    const { violations } = await runChaos({ ...options, broken });
    const found = [...new Set(violations.map(({ rule }) => rule))];
    rows.push({ name: broken.name, noticed: found.includes(broken.found), found });
  }
  say('');
  for (const { name, noticed, found } of rows)
    say(`${noticed ? 'noticed  ' : 'UNNOTICED'}  ${name}: ${found.join('; ')}`);
  return rows.every(({ noticed }) => noticed);
}

function wordsOrUsage(): Words | undefined {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function main(): Promise<void> {
  const words = wordsOrUsage();
  if (words === undefined) return;
  if (words.help) say(USAGE);
  else process.exitCode = (await (words.every ? everyBreak(words) : once(words))) ? 0 : 1;
}

void main();
