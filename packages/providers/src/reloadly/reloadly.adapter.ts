import type {
  Provider,
  ProviderCatalogue,
  ProviderLookups,
  ProviderOrder,
  ProviderStatements,
} from '@topup/core/provider';
import type { AdapterOptions } from '../declare-provider';
import { maskedAnswer } from '../http/masked-answer';
import { deadlineIn, UNSENT } from '../http/unsent';
import { withoutAnswer } from '../http/without-answer';
import { mintRef } from '../mint-ref';
import { namesAnotherOrder } from './answer/check-echo';
import { type Answer, codeOf, readAnswer, SHOWN } from './answer/read-answer';
import { createApi } from './call';
import { lookUp } from './lookups/look-up';
import { readBalance } from './lookups/read-balance';
import { readOperators } from './lookups/read-operators';
import { RELOADLY } from './profile';
import { judgeRequery } from './requery/judge-requery';
import { RESPONSE_CODES, STATUSES, shutOut } from './response-codes';
import { judgeSend } from './send/judge-send';
import { topUpRequest } from './send/top-up-request';
import { PAGE_SIZE, type ReportPage, readReport } from './statement/read-report';
import { type AskPage, readStatement } from './statement/statement';

export type ReloadlyOptions = Partial<AdapterOptions> & {
  /** The host of `/oauth/token`, such as `https://auth.reloadly.com`. */
  authUrl: string;
  /** Such as `https://topups.reloadly.com`. The token is asked for these very letters. */
  topupsUrl: string;
  clientId: string;
  clientSecret: string;
  /** Default 600,000: a failing operator holds an order for about a minute, and the list may be late. */
  settlesWithinMs?: number;
};

const REPORT = '/topups/reports/transactions';

/** It knows neither smartcards nor meters. */
const NOT_SOLD = { kind: 'unavailable', reason: 'Reloadly does not sell it' } as const;

/**
 * Reloadly behind the provider port, for airtime and data in Nigeria from a wallet in naira: sends by `POST /topups`,
 * which answers the final state, and requeries by the list of top-ups with our reference. An order needs a product of
 * Reloadly: `code` is the id of its operator. Source: docs.reloadly.com (airtime), its OpenAPI files, and answers of
 * its sandbox that others have recorded.
 */
export function createReloadly(
  options: ReloadlyOptions,
): Provider & ProviderLookups & ProviderCatalogue & ProviderStatements {
  const { timeoutMs = 30_000, lookupTimeoutMs = 10_000, connectTimeoutMs = 3_000, onOddity } = options;
  const api = createApi({ ...options, tokenTimeoutMs: lookupTimeoutMs, connectTimeoutMs });
  const askPage: AskPage = (query) =>
    lookUp({
      about: 'statement',
      timeoutMs,
      ask: (deadline) => api.get(REPORT, query, deadline),
      read: (bodyText) => {
        const page = readReport(200, bodyText);
        return page.kind === 'page' ? { kind: 'found', value: page } : { kind: 'unavailable', reason: page.reason };
      },
      onOddity,
    });

  return {
    ...RELOADLY,
    mode: 'live',
    settlesWithinMs: options.settlesWithinMs ?? 600_000,
    mintRef,
    async send(order, deadline) {
      const request = topUpRequest(order);
      if (request === null) return { kind: 'unsent', code: 'incomplete', reason: UNSENT.incomplete };
      const called = await api.send('/topups', request, deadline);
      if (called.kind !== 'answered') return withoutAnswer(called, shutOut);
      const answer = readAnswer(called.httpStatus, called.bodyText);
      const oddity = findOddity(answer, order);
      if (oddity !== null) onOddity?.(oddity, { providerRef: order.providerRef, code: codeOf(answer) });
      return { ...judgeSend(answer, order), answer: answer.masked() };
    },
    async requery(order) {
      const query = { customIdentifier: order.providerRef, page: '1', size: String(PAGE_SIZE) };
      const called = await api.get(REPORT, query, deadlineIn(timeoutMs));
      if (called.kind === 'refused') return { kind: 'unanswered', reason: `code ${called.code}` };
      if (called.kind !== 'answered') return { kind: 'unanswered', reason: called.reason };
      const page = readReport(called.httpStatus, called.bodyText);
      const outcome = judgeRequery(page, order);
      if (outcome.kind === 'open' && outcome.stuck) onOddity?.(outcome.reason, { providerRef: order.providerRef });
      return { ...outcome, answer: maskedAnswer(called.httpStatus, listedAnswer(page), SHOWN) };
    },
    variations: async () => NOT_SOLD,
    verifySmartcard: async () => NOT_SOLD,
    verifyMeter: async () => NOT_SOLD,
    balance: () =>
      lookUp({
        about: 'balance',
        timeoutMs: lookupTimeoutMs,
        ask: (deadline) => api.get('/accounts/balance', {}, deadline),
        read: readBalance,
        onOddity,
      }),
    products: () =>
      lookUp({
        about: 'products',
        timeoutMs: lookupTimeoutMs,
        ask: (deadline) =>
          api.get('/operators/countries/NG', { includeData: 'true', includeBundles: 'true' }, deadline),
        read: readOperators,
        onOddity,
      }),
    statement: (from, to) => readStatement(askPage, from, to, onOddity),
  };
}

/** Of a list, what is shown is its first row. */
const listedAnswer = (page: ReportPage): unknown => (page.kind === 'page' ? (page.rows[0]?.raw ?? {}) : {});

function findOddity(answer: Answer, order: ProviderOrder): string | null {
  if (namesAnotherOrder(answer.topUp, order)) return 'the provider answered about another order';
  const { refusal, topUp } = answer;
  if (refusal?.code != null && !RESPONSE_CODES.has(refusal.code))
    return 'the provider answered with a code that is not listed';
  if (refusal === null && topUp.status !== null && !STATUSES.has(topUp.status))
    return 'the provider answered with a status that is not listed';
  return null;
}
