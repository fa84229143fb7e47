import { products } from '@topup/core/product';
import type { ApiAnswer, TestAccount, World } from '@topup/testkit';
import { buy, type Product } from '../journey/support/products';
import { type ClientAnswer, outcomeOf, tokensIn } from './client-answers';
import type { Random } from './random';
import type { Service } from './test-bed';

/** One order that a client has tried, once or several times. */
export type ClientOrder = {
  account: TestAccount;
  product: Product;
  ref: string;
  recipient: string;
  /** Fields that differ from those of an order that succeeds. */
  changes?: Record<string, unknown>;
};

/** Asks for all clients of a run, and keeps what was asked and answered. */
export type ClientLog = {
  readonly orders: readonly ClientOrder[];
  readonly answers: readonly ClientAnswer[];
  /** To be called once for each order, before it is sent. */
  add(order: ClientOrder): void;
  /**
   * Sends a request to any api process that runs. A client waits for a minute, unless `hangUpMs` says otherwise. Never
   * rejects; without an api process the outcome is null, and nothing is kept.
   */
  ask(asked: ClientAnswer['asked'], order: ClientOrder, random: Random, hangUpMs?: number): Promise<ClientAnswer>;
};

const TIMEOUT_MS = 60_000;

export function createClientLog({ world, apis }: Pick<Service, 'world' | 'apis'>): ClientLog {
  const orders: ClientOrder[] = [];
  const answers: ClientAnswer[] = [];
  return {
    orders,
    answers,
    add: (order) => void orders.push(order),
    async ask(asked, order, random, hangUpMs) {
      const up = apis.flatMap((place) => place.current() ?? []);
      const request = {
        account: order.account.id,
        ref: order.ref,
        asked,
        synchronous: asked === 'purchase' && order.product.synchronous,
      };
      if (up.length === 0) return { ...request, at: '', sentMs: 0, answeredMs: 0, outcome: null };
      const api = random.pick(up);
      const signal = AbortSignal.timeout(hangUpMs ?? TIMEOUT_MS);
      const sent = { ...request, at: api.url, sentMs: performance.now() };
      const note = (rest: Pick<ClientAnswer, 'outcome' | 'tokens' | 'trouble' | 'hungUp'>) => {
        const noted = { ...sent, answeredMs: performance.now(), ...rest };
        answers.push(noted);
        return noted;
      };
      try {
        const answer = await send(world.clientOf(api, order.account), asked, order, signal);
        const isVended = asked !== 'lookup' && products[order.product.productType].tokenFor !== null;
        return note({ outcome: outcomeOf(answer), ...(isVended && { tokens: tokensIn(answer) }) });
      } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error);
        return note({ outcome: null, trouble, hungUp: hangUpMs !== undefined && signal.aborted });
      }
    },
  };
}

function send(
  client: ReturnType<World['clientOf']>,
  asked: ClientAnswer['asked'],
  { product, ref, recipient, changes }: ClientOrder,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  switch (asked) {
    case 'purchase':
      return buy(client, product, ref, recipient, changes, signal);
    case 'status':
      return client.call('POST', '/v1/transaction/status', { request_ref: ref }, signal);
    case 'lookup':
      return client.call('POST', product.verify ?? '', product.body(recipient, product.naira), signal);
    default:
      asked satisfies never;
      throw new Error(`nobody asks for ${asked}`);
  }
}
