import { type Environment, processEnvironment } from './load-settings';
import type { Schema, Values } from './setting';

/** Up to this many letters may be wrong, missing, superfluous or swapped. */
const MOST_SLIPS = 2;

/**
 * What a process should warn of at its start: with `NODE_ENV=production` values that are for development only, and
 * always names in the environment that look like a misspelt setting of this process.
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
  const names = Object.keys(schema);
  const misspelt = Object.keys(environment).flatMap((given) => {
    const meant = names.includes(given.replace(/_FILE$/, '')) ? undefined : names.find((name) => isSlip(given, name));
    return meant === undefined ? [] : [`${given} is not a setting and is ignored: is ${meant} meant?`];
  });
  return [...risks, ...misspelt];
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
