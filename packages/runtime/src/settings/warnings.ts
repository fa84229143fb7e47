import { type Environment, processEnvironment } from './load-settings';
import type { Schema, Values } from './setting';

/** Up to this many letters may be wrong, missing, superfluous or swapped. */
const MOST_SLIPS = 2;

/** Settings of 0.1 that 1.0 does not read, and what to do about each. */
const GONE: Readonly<Record<string, string>> = {
  PROVIDER_PATIENCE_MS: 'set PROVIDER_MAX_WAIT_MS instead',
  PROVIDER_FLOAT_ALERTS: 'write the marks of single providers into PROVIDER_FLOAT_ALERT_NAIRA: 100000,monnify:50000',
  RATE_LIMIT_PER_MINUTE: 'set RATE_LIMIT_OTHER and the other RATE_LIMIT_* instead',
  RATE_LIMIT_STATUS_PER_REFERENCE: 'it is always 120 a minute',
  OTEL_SERVICE_NAME: 'write service.name= into OTEL_RESOURCE_ATTRIBUTES',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'traces leave as http/protobuf',
  LEASE_MS: 'a lease is a third longer than PROVIDER_TIMEOUT_MS',
  NOT_FOUND_MIN_COUNT: 'it takes three denials',
  NOT_FOUND_SPAN_MS: 'denials span at least 10 minutes',
  NOT_FOUND_MIN_AGE_MS: 'denials count from 10 minutes after the send',
  WEBHOOK_TIMEOUT_MS: 'a receiver always has 10 seconds',
  CATALOGUE_STALE_HOURS: 'a cost is always stale after 24 hours',
  RECONCILIATION_MINUTES: 'workers always read statements every hour',
  REQUEST_LOG: 'the request log is always written',
  QUEUE_BOARD: 'the console counts the queues',
  ROUTING_DEARER: 'an order never goes where it costs more than its price',
};

/**
 * Lists the warnings of a process at its start: with `NODE_ENV=production` of values that are for development only, and
 * always of names in the environment that look like a misspelt setting of this process, or that were a setting once.
 */
export function settingWarnings<S extends Schema>(
  schema: S,
  settings: Values<S>,
  environment: Environment = processEnvironment(),
): string[] {
  const risks = Object.entries(schema).flatMap(([name, { risk }]) => {
    const text = environment.NODE_ENV === 'production' ? risk?.(settings[name]) : undefined;
    return text === undefined ? [] : [`${name} ${text}`];
  });
  const gone = Object.entries(GONE).flatMap(([name, advice]) =>
    environment[name] ? [`${name} is ignored since 1.0: ${advice}`] : [],
  );
  const names = Object.keys(schema);
  const misspelt = Object.keys(environment).flatMap((given) => {
    const meant = names.includes(given.replace(/_FILE$/, '')) ? undefined : names.find((name) => isSlip(given, name));
    return meant === undefined ? [] : [`${given} is not a setting and is ignored: is ${meant} meant?`];
  });
  return [...risks, ...gone, ...misspelt];
}

/** Whether `given` is `name` with a slip or two. One letter of a short name makes another word: those are left out. */
function isSlip(given: string, name: string): boolean {
  if (name.length < 8 || Math.abs(given.length - name.length) > MOST_SLIPS) return false;
  return slipsBetween(given, name) <= MOST_SLIPS;
}

/** The distance of Damerau and Levenshtein, in letters. */
function slipsBetween(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        Number(row[j]) + 1,
        Number(next[j - 1]) + 1,
        Number(row[j - 1]) + (same ? 0 : 1),
        swapped ? Number(before[j - 2]) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return Number(row.at(-1));
}
