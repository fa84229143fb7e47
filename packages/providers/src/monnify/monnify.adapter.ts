import type {
  Provider,
  ProviderCatalogue,
  ProviderLookups,
  ProviderOrder,
  ProviderStatements,
} from '@topup/core/provider';
import type { AdapterOptions } from '../declare-provider';
import { deadlineIn } from '../http/unsent';
import { mintRef } from '../mint-ref';
import { type Answer, namesAnotherOrder, readAnswer, readVend } from './answer/read-answer';
import { createApi } from './call';
import { createProductList } from './lookups/list-products';
import { lookUp } from './lookups/look-up';
import { createLookups } from './lookups/lookups';
import { MONNIFY } from './profile';
import { judgeRequery } from './requery/judge-requery';
import { STATUSES } from './response-codes';
import { FOREIGN } from './send/judge-send';
import { createSend } from './send/send-vend';
import { readStatement, readStatementPage } from './statement/statement';

export type MonnifyOptions = Partial<AdapterOptions> & {
  /** Such as `https://api.monnify.com`. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  /** The wallet that bills are paid from, for its balance and its statement. */
  walletAccount: string;
  /** Default 600,000: whether a failure can still become a delivery is not established. */
  settlesWithinMs?: number;
};

/**
 * Monnify Bills behind the provider port: sends by `vend`, for cable TV and electricity after `validate-customer` in
 * the same attempt, and requeries by our reference. An order needs a product of Monnify. Source: Monnify's pages on
 * bills payment, its official libraries, and answers that others have recorded.
 */
export function createMonnify(
  options: MonnifyOptions,
): Provider & ProviderLookups & ProviderCatalogue & ProviderStatements {
  const { timeoutMs = 30_000, lookupTimeoutMs = 10_000, connectTimeoutMs = 3_000, onOddity, walletAccount } = options;
  const api = createApi({ ...options, tokenTimeoutMs: lookupTimeoutMs, connectTimeoutMs });
  const asked = { api, timeoutMs: lookupTimeoutMs, onOddity };
  const products = createProductList(asked);

  function report({ body }: Answer, order: ProviderOrder): void {
    const vend = readVend(body);
    if (namesAnotherOrder(vend, order)) {
      onOddity?.(FOREIGN, { providerRef: order.providerRef });
      options.onForeignReference?.();
    } else if ([vend.status, vend.paymentStatus].some((word) => word !== null && !STATUSES.has(word)))
      onOddity?.('the provider answered with a status that is not listed', { providerRef: order.providerRef });
  }

  return {
    ...MONNIFY,
    ...createLookups({ ...asked, products, walletAccount }),
    mode: 'live',
    settlesWithinMs: options.settlesWithinMs ?? 600_000,
    mintRef,
    send: createSend({ api, lookupTimeoutMs, report }),
    async requery(order) {
      const called = await api.getBills('requery', { reference: order.providerRef }, deadlineIn(timeoutMs));
      if (called.kind === 'refused') return { kind: 'unanswered', reason: `code ${called.code}` };
      if (called.kind !== 'answered') return { kind: 'unanswered', reason: called.reason };
      const answer = readAnswer(called.httpStatus, called.bodyText);
      report(answer, order);
      return { ...judgeRequery(answer, order), answer: answer.masked() };
    },
    products: products.read,
    statement(from, to) {
      const path = `/api/v1/disbursements/wallet/${walletAccount}/statement`;
      const askPage: Parameters<typeof readStatement>[0] = (query) =>
        lookUp({
          about: 'statement',
          timeoutMs,
          onOddity,
          ask: (deadline) => api.get(path, query, deadline),
          read: readStatementPage,
        });
      return readStatement(askPage, from, to, onOddity);
    },
  };
}
