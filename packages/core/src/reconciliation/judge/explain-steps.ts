import type { LooseEnd } from './judge.store';

/**
 * A finding that also breaks the chain of balances, where its row is missing, is there twice, or is not ours; or a row
 * without balances, which may have moved the balance at any time of the day (`nearMs`).
 */
export type StepCause = { subject: string; at: Date; differenceKobo: bigint; nearMs?: number };

/** A step in the provider's balance that no row shows: `stepKobo` is what came (or went, below zero) without a row. */
export type Step = { at: Date; day: string; fromKobo: bigint; toKobo: bigint; stepKobo: bigint };

/** A row stands within this of the send of its attempt. */
const NEAR_MS = 900_000;

/** `explained`: the subjects of the causes of which the balance shows that their rows are missing, or too many. */
export type Steps = { unexplained: Step[]; explained: Set<string> };

/**
 * The steps between loose ends, and which of them a cause explains. The first balance and the last one are loose by
 * nature; `hasOpening`: the first one is known from the day before, so it is not among them.
 *
 * A cause explains a pair of ends that differ by exactly its amount, the nearest ones first; then several causes
 * together explain one pair, where the rows of neighbours are missing.
 */
export function explainSteps(ends: LooseEnd[], hasOpening: boolean, causes: StepCause[]): Steps {
  const befores = ends.filter(({ side }) => side === 'before');
  const afters = ends.filter(({ side }) => side === 'after');
  if (!hasOpening) befores.shift();
  afters.pop();

  const left = causes.filter((cause) => !takePair(befores, afters, cause));
  const steps: Step[] = [];
  const count = Math.min(befores.length, afters.length);
  for (let n = 0; n < count; n += 1) {
    const [from, to] = [afters[n], befores[n]];
    if (from === undefined || to === undefined) break;
    const stepKobo = to.balanceKobo - from.balanceKobo;
    if (!takeCauses(left, from, to, stepKobo))
      steps.push({ at: from.at, day: from.day, fromKobo: from.balanceKobo, toKobo: to.balanceKobo, stepKobo });
  }
  const unused = new Set(left.map(({ subject }) => subject));
  const explained = causes.map(({ subject }) => subject).filter((subject) => !unused.has(subject));
  return { unexplained: steps, explained: new Set(explained) };
}

const apart = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());

/** Takes the nearest pair of ends that differ by the amount of the cause. False when there is none near it. */
function takePair(
  befores: LooseEnd[],
  afters: LooseEnd[],
  { at, differenceKobo, nearMs = NEAR_MS }: StepCause,
): boolean {
  let best: { from: LooseEnd; to: LooseEnd; apartMs: number } | null = null;
  for (const from of afters) {
    if (apart(from.at, at) > nearMs) continue;
    for (const to of befores) {
      const apartMs = apart(from.at, at) + apart(to.at, at);
      if (to.balanceKobo - from.balanceKobo !== differenceKobo || apart(to.at, at) > nearMs) continue;
      if (best === null || apartMs < best.apartMs) best = { from, to, apartMs };
    }
  }
  if (best === null) return false;
  afters.splice(afters.indexOf(best.from), 1);
  befores.splice(befores.indexOf(best.to), 1);
  return true;
}

/** Takes the causes between two ends when they add up to the step; also two of them. */
function takeCauses(causes: StepCause[], from: LooseEnd, to: LooseEnd, stepKobo: bigint): boolean {
  const [first, last] = [Math.min(from.at.getTime(), to.at.getTime()), Math.max(from.at.getTime(), to.at.getTime())];
  const near = causes.filter(({ at }) => at.getTime() >= first - NEAR_MS && at.getTime() <= last + NEAR_MS);
  const within = near.filter(({ at }) => at.getTime() >= first && at.getTime() <= last);
  const taken = [near, within, ...pairsOf(near)].find(
    (some) => some.length > 0 && some.reduce((sum, { differenceKobo }) => sum + differenceKobo, 0n) === stepKobo,
  );
  if (taken === undefined) return false;
  for (const cause of taken) causes.splice(causes.indexOf(cause), 1);
  return true;
}

const pairsOf = (causes: StepCause[]): StepCause[][] =>
  causes.flatMap((one, n) => causes.slice(n + 1).map((other) => [one, other]));
