import type { LooseEnd } from './judge.store';

/** A finding that also breaks the chain of balances; or a row without balances, which may do so all day (`nearMs`). */
type StepCause = { subject: string; at: Date; differenceKobo: bigint; nearMs?: number };

/** A step in the provider's balance that no row shows: `stepKobo` is what came (or went, below zero) without a row. */
type Step = { at: Date; day: string; fromKobo: bigint; toKobo: bigint; stepKobo: bigint };

/** A row stands within this of the send of its attempt, or its time is wrong. */
export const NEAR_MS = 900_000;

/**
 * So many take half a second; a day with 1,000 findings and as many loose ends needs a million. A statement whose
 * balances fit nowhere would need a thousand times more: the rest of it then stays unexplained.
 */
const MOST_COMPARISONS = 2_000_000;
type Budget = { left: number };

/** `explained`: the subjects of the causes whose rows are missing, or too many, as the balance shows. */
type Steps = { unexplained: Step[]; explained: Set<string> };

/**
 * A cause explains a pair of loose ends that differ by exactly its amount, the nearest ones first; then several causes
 * together explain one pair. `hasOpening`: the first balance is not among the ends, because the day before has it.
 */
export function explainSteps(ends: LooseEnd[], hasOpening: boolean, causes: StepCause[]): Steps {
  const befores = ends.filter(({ side }) => side === 'before');
  const afters = ends.filter(({ side }) => side === 'after');
  if (!hasOpening) befores.shift();
  afters.pop();

  const budget: Budget = { left: MOST_COMPARISONS };
  const byBalance = groupBy(befores, ({ balanceKobo }) => balanceKobo);
  const left = causes.filter((cause) => !takePair(befores, afters, cause, { byBalance, budget }));
  const steps: Step[] = [];
  for (const [n, from] of afters.entries()) {
    const to = befores[n];
    if (to === undefined) break;
    const stepKobo = to.balanceKobo - from.balanceKobo;
    if (!takeCauses(left, { from, to, stepKobo }, budget))
      steps.push({ at: from.at, day: from.day, fromKobo: from.balanceKobo, toKobo: to.balanceKobo, stepKobo });
  }
  const explained = new Set(causes.map(({ subject }) => subject));
  for (const { subject } of left) explained.delete(subject);
  return { unexplained: steps, explained };
}

/** In the order of the list. */
export function groupBy<T, K>(list: readonly T[], keyOf: (each: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const each of list) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

const apart = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());

/** Takes the nearest pair of ends that differ by the amount of the cause. False when there is none near it. */
function takePair(
  befores: LooseEnd[],
  afters: LooseEnd[],
  { at, differenceKobo, nearMs = NEAR_MS }: StepCause,
  { byBalance, budget }: { byBalance: Map<bigint, LooseEnd[]>; budget: Budget },
): boolean {
  let best: { from: LooseEnd; to: LooseEnd; apartMs: number } | null = null;
  if (!spend(budget, afters.length)) return false;
  for (const from of afters) {
    if (apart(from.at, at) > nearMs) continue;
    const candidates = byBalance.get(from.balanceKobo + differenceKobo) ?? [];
    if (!spend(budget, candidates.length)) break;
    for (const to of candidates) {
      const apartMs = apart(from.at, at) + apart(to.at, at);
      if (apart(to.at, at) <= nearMs && (best === null || apartMs < best.apartMs)) best = { from, to, apartMs };
    }
  }
  if (best === null) return false;
  remove(afters, best.from);
  remove(befores, best.to);
  remove(byBalance.get(best.to.balanceKobo) ?? [], best.to);
  return true;
}

const remove = <T>(from: T[], one: T) => from.splice(from.indexOf(one), 1);

function spend(budget: Budget, comparisons: number): boolean {
  const isThere = budget.left >= comparisons;
  if (isThere) budget.left -= comparisons;
  return isThere;
}

type Between = { from: LooseEnd; to: LooseEnd; stepKobo: bigint };

/** Takes the causes between two ends when they add up to the step; also two of them. */
function takeCauses(causes: StepCause[], { from, to, stepKobo }: Between, budget: Budget): boolean {
  if (!spend(budget, causes.length)) return false;
  const [first, last] = [Math.min(from.at.getTime(), to.at.getTime()), Math.max(from.at.getTime(), to.at.getTime())];
  const near = causes.filter(({ at }) => at.getTime() >= first - NEAR_MS && at.getTime() <= last + NEAR_MS);
  const within = near.filter(({ at }) => at.getTime() >= first && at.getTime() <= last);
  // a pair costs as much as ten comparisons
  const pairs = spend(budget, 5 * near.length ** 2) ? pairsOf(near) : [];
  const taken = [near, within, ...pairs].find(
    (some) => some.length > 0 && some.reduce((sum, { differenceKobo }) => sum + differenceKobo, 0n) === stepKobo,
  );
  if (taken === undefined) return false;
  for (const cause of taken) remove(causes, cause);
  return true;
}

const pairsOf = (causes: StepCause[]): StepCause[][] =>
  causes.flatMap((one, n) => causes.slice(n + 1).map((other) => [one, other]));
