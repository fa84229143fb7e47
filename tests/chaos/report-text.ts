import type { Violation } from './audit/audit';
import { READER_KILLED } from './feed/feed-readers';
import type { ChaosReport } from './run-chaos';

const SHOWN = 10;
/** A run of this length or longer must contain every fault, every abuse, every answer and every end of a purchase. */
const WHOLE_MINUTES = 5;

/**
 * Whether the run broke no promise, and a long one showed all that it should. A run with a planted bug passes if the
 * audit found it by its own rule: it may also find others, such as a machine that is too slow.
 */
export const isPassed = ({ minutes, summary, violations, broken }: ChaosReport): boolean =>
  broken === undefined
    ? violations.length === 0 && (minutes < WHOLE_MINUTES || (summary.unmet ?? []).length === 0)
    : violations.some(({ rule }) => rule === broken.found);

/** The report as text. It ends with the command that repeats the run. */
export function reportText(report: ChaosReport): string {
  const { seed, minutes, perSecond, provider, abuser, broken, summary, violations } = report;
  const {
    clients,
    faults,
    processesKilled,
    webhooksReceived,
    longestPauseMs,
    ends,
    orders,
    events,
    mostVends,
    vends = {},
    attempts = {},
    foundBySweeper,
    needReview,
    changesRead = [],
    transfers,
    abuses = {},
    minutes: byMinute = [],
    quietTimes = [],
    unmet = [],
  } = summary;
  const fired = Object.entries(faults).map(
    ([name, { fired, missed }]) => [name, missed === 0 ? fired : `${fired} (and ${missed} without effect)`] as const,
  );
  const verdict =
    violations.length === 0
      ? ['No promise was broken.']
      : [`BROKEN: ${violations.length} times`, ...brokenRules(violations).map((line) => `  ${line}`)];
  return [
    '',
    `Chaos of ${minutes} minutes, seed ${seed}, provider ${provider}, abuser ${abuser ? 'on' : 'off'}`,
    ...table('Faults that had an effect', fired),
    ...table('Answers that clients got', Object.entries(clients.outcomes)),
    ...table('Slowest answer, ms (a frozen api process included)', Object.entries(clients.slowestMs)),
    ...table(
      'Answers that come at once, outside of faults: p50, p95 and slowest in ms',
      quietTimes.map(({ kind, answers, p50, p95, max }) => [`${kind} (${answers})`, `${p50}, ${p95}, ${max}`]),
    ),
    ...table(
      'Successes by minute, its quiet seconds, and its faults',
      byMinute.map(({ minute, successes, quietMs, faults }) => [
        `minute ${minute}`,
        `${successes}, ${Math.round(quietMs / 1_000)} s, ${faults.length} faults: ${faults.join('; ')}`,
      ]),
    ),
    ...table(
      'What the abuser did, and the answers',
      Object.entries(abuses).map(([name, answers]) => [name, countsIn(answers)]),
    ),
    ...table('What became of purchases', Object.entries(ends ?? {})),
    ...table('What the sandbox did with orders', Object.entries(orders ?? {})),
    ...table('Deliveries by provider', Object.entries(vends)),
    ...table('Purchases by the number of their attempts', Object.entries(attempts)),
    ...table('Events', Object.entries(events ?? {})),
    ...table('In all', [
      ['purchases tried', clients.purchases],
      ['processes killed', processesKilled],
      ['most vends for one reference', mostVends ?? 0],
      ['sent by the sweeper instead of a job', foundBySweeper ?? 0],
      ['under review', needReview ?? 0],
      ['webhooks received', webhooksReceived],
      ['rows that readers of changes saw', changesRead.join(' + ') || 0],
      ['transfers into wallets, and in all', `${transfers?.credited ?? 0} of ${transfers?.made ?? 0}`],
      ['readers of changes killed', faults[READER_KILLED]?.fired ?? 0],
      ['longest pause of the test itself, ms', longestPauseMs],
    ]),
    '',
    ...(unmet.length === 0 ? [] : [`Never happened, so not shown by this run: ${unmet.join('; ')}`, '']),
    ...verdict,
    ...(broken === undefined
      ? []
      : [`The audit ${isPassed(report) ? 'noticed' : 'did NOT notice'} the planted bug "${broken.name}".`]),
    `Again: ${[
      `npm run test:chaos -- --minutes ${minutes} --seed ${seed}`,
      `--rate ${perSecond} --provider ${provider} --abuser ${abuser ? 'on' : 'off'}`,
      ...(broken === undefined ? [] : [`--break ${broken.name}`]),
    ].join(' ')}`,
  ].join('\n');
}

const countsIn = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, n]) => `${what} ${n}`)
    .join(', ');

/** Nothing without rows. */
function table(title: string, rows: readonly (readonly [string, number | string])[]): string[] {
  if (rows.length === 0) return [];
  return ['', title, ...rows.map(([name, value]) => `  ${name.padEnd(58)} ${value}`)];
}

/** The broken rules, and the first ten of what broke each. */
export function brokenRules(violations: readonly Violation[]): string[] {
  const rules = [...new Set(violations.map(({ rule }) => rule))];
  return rules.flatMap((rule) => {
    const about = violations.filter((each) => each.rule === rule).map((each) => each.about);
    const more = about.length > SHOWN ? [`    and ${about.length - SHOWN} more`] : [];
    return [`${rule}: ${about.length}`, ...about.slice(0, SHOWN).map((each) => `    ${each}`), ...more];
  });
}
