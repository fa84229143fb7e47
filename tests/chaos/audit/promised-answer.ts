import type { Product } from '../../journey/support/products';
import type { AnswerOutcome } from '../client-answers';

export type PromisedAnswer = {
  outcomes: readonly AnswerOutcome[];
  /** The provider decides at once, so that the client need not wait. */
  atOnce: boolean;
};

const either = (outcome: 'success' | 'failed'): PromisedAnswer => ({ outcomes: [outcome, 'pending'], atOnce: false });
const atOnce = (outcome: 'success' | 'failed'): PromisedAnswer => ({ outcomes: [outcome], atOnce: true });

/**
 * By the two digits after 0800 of a recipient without a delay. docs/reference/sandbox.md says what each does. Monnify's
 * early failure is asked for again, so its client may have to wait.
 */
const BY_OUTCOME: Record<string, PromisedAnswer> = {
  '00': atOnce('success'),
  '01': either('failed'),
  '02': either('success'),
  '03': either('failed'),
  '04': { outcomes: ['pending'], atOnce: false },
  '05': either('success'),
  '06': either('failed'),
  '07': either('failed'),
  '08': either('success'),
  '09': either('failed'),
  '10': either('success'),
  '11': either('failed'),
  '13': atOnce('success'),
  '14': either('success'),
  '15': either('failed'),
};

/**
 * Returns the answers that a purchase for this recipient may get while nothing is wrong. An answer that the sandbox
 * delays can come after PROVIDER_TIMEOUT_MS of the run, so its client may have to wait.
 * @throws for a number of an outcome that this table does not have
 */
export function promisedAnswer(product: Pick<Product, 'title'>, recipient: string): PromisedAnswer {
  const [, outcome = '00', delay = '00'] = /^0800(\d\d)(\d\d)/.exec(recipient) ?? [];
  const promised = BY_OUTCOME[outcome];
  if (promised === undefined) throw new Error(`no client but the abuser buys for outcome ${outcome}`);
  const [first] = promised.outcomes;
  const waits = delay !== '00' || (outcome === '13' && product.title === 'prepaid electricity');
  return waits && first !== undefined && first !== 'pending'
    ? { outcomes: [first, 'pending'], atOnce: false }
    : promised;
}
