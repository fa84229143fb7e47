import type { ClientAnswer } from '../client-answers';
import { keyOf } from '../client-answers';
import type { ClientOrder } from '../client-log';
import { quietTimes } from '../timeline/quiet-times';
import type { Evidence } from './evidence';
import { type PromisedAnswer, promisedAnswer } from './promised-answer';

/**
 * How long an answer may take while no fault is under way, in milliseconds. The sandbox adds nothing: only numbers that
 * it answers at once are held to it. Two cores that others used too needed up to 4.1 s; who is stopped by somebody else
 * waits 15 s or more, or is declined.
 */
export const QUIET_LIMITS = { p95: 5_000, max: 8_000 };
/** Of fewer answers the 95th percentile says nothing. */
const P95_NEEDS = 20;

/** An answer to another client than the abuser, of a quiet time. `kind`: the product, or what was asked. */
type QuietAnswer = ClientAnswer & { kind: string; tookMs: number; promised: PromisedAnswer };

const STATUS: PromisedAnswer = {
  outcomes: ['success', 'failed', 'pending', 'transaction_not_found', 'transaction_not_yours'],
  atOnce: true,
};
const LOOKUP: PromisedAnswer = { outcomes: ['success'], atOnce: true };

/**
 * The answers that no fault excuses: the request was sent in a quiet time, and the answer came in the same one, or
 * should have.
 */
export function quietAnswers({ answers, orders, faults, run, abuser }: Evidence): QuietAnswer[] {
  const quiet = quietTimes(faults, run);
  const ordered = new Map(orders.map((order) => [keyOf({ account: order.account.id, ref: order.ref }), order]));
  const tries = countOf(answers.filter(({ asked }) => asked === 'purchase').map(keyOf));
  return answers.flatMap((answer) => {
    const order = ordered.get(keyOf(answer));
    const time = quiet.find(({ fromMs, toMs }) => answer.sentMs >= fromMs && answer.sentMs < toMs);
    if (answer.account === abuser || answer.hungUp || order === undefined || time === undefined) return [];
    const promised = promisedTo(answer, order, (tries.get(keyOf(answer)) ?? 0) > 1);
    const dueMs = promised.atOnce ? answer.sentMs + QUIET_LIMITS.max : Number.POSITIVE_INFINITY;
    if (Math.min(answer.answeredMs, dueMs) > time.toMs) return [];
    const kind = answer.asked === 'purchase' ? order.product.title : answer.asked;
    return [{ ...answer, kind, tookMs: answer.answeredMs - answer.sentMs, promised }];
  });
}

function promisedTo({ asked }: ClientAnswer, { product, recipient }: ClientOrder, repeated: boolean): PromisedAnswer {
  if (asked === 'status') return STATUS;
  if (asked === 'lookup') return LOOKUP;
  const { outcomes, atOnce } = promisedAnswer(product, recipient);
  const also = ['insufficient_balance', ...(repeated ? (['duplicate_reference'] as const) : [])] as const;
  return { outcomes: [...outcomes, ...also], atOnce };
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export type QuietTimesOfKind = { kind: string; answers: number; p50: number; p95: number; max: number };

/** How long the answers took that should come at once, by kind, in milliseconds. */
export function timesByKind(answers: readonly QuietAnswer[]): QuietTimesOfKind[] {
  const kinds = new Map<string, number[]>();
  for (const { kind, tookMs, promised } of answers) {
    if (promised.atOnce) kinds.set(kind, [...(kinds.get(kind) ?? []), tookMs]);
  }
  return [...kinds].map(([kind, times]) => {
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    return { kind, answers: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) };
  });
}

/** Answers that took too long, and kinds with more than 5 % slow answers. */
export function lateQuietAnswers(evidence: Evidence): string[] {
  const answers = quietAnswers(evidence);
  const late = answers
    .filter(({ promised, tookMs }) => promised.atOnce && tookMs > QUIET_LIMITS.max)
    .map((answer) => `${described(answer, evidence)}, at most ${QUIET_LIMITS.max}`);
  const slow = timesByKind(answers)
    .filter(({ answers: of, p95 }) => of >= P95_NEEDS && p95 > QUIET_LIMITS.p95)
    .map(
      ({ kind, answers: of, p95 }) => `${kind}: 95 % of ${of} answers came within ${p95} ms, not ${QUIET_LIMITS.p95}`,
    );
  return [...late, ...slow];
}

/** Answers that neither the number nor an earlier request of the client explains. */
export function unpromisedAnswers(evidence: Evidence): string[] {
  return quietAnswers(evidence)
    .filter(({ outcome, promised }) => outcome === null || !promised.outcomes.includes(outcome))
    .map((answer) => `${described(answer, evidence)}, promised ${answer.promised.outcomes.join(' or ')}`);
}

function described({ ref, kind, outcome, trouble, tookMs, sentMs }: QuietAnswer, { faults, run }: Evidence): string {
  const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
  const earlier = faults.filter(({ toMs }) => toMs <= sentMs).sort((a, b) => b.toMs - a.toMs)[0];
  const near = earlier ? `, ${seconds(sentMs - earlier.toMs)} after "${earlier.name}"` : '';
  const answered = outcome ?? `nothing (${trouble})`;
  return `${ref}: ${kind} at ${seconds(sentMs - run.fromMs)}${near} answered ${answered} after ${Math.round(tookMs)} ms`;
}
