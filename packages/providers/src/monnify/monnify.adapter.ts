import type {
  DataNetwork,
  ListedProduct,
  Lookup,
  Provider,
  ProviderCatalogue,
  ProviderLookups,
  ProviderOrder,
  ProviderProfile,
  ProviderStatements,
  SendDeadline,
  SendOutcome,
} from '@topup/core/provider';
import { readKobo } from '../http/exact';
import { field } from '../http/json';
import { deadlineIn, soonerOf, UNSENT } from '../http/unsent';
import { withoutAnswer } from '../http/without-answer';
import { mintRef } from '../mint-ref';
import { type Answer, namesAnotherOrder, readAnswer, readVend } from './answer/read-answer';
import { createApi } from './call';
import { lookUp } from './lookups/look-up';
import { billerCodes, type Page, readPage, readProducts } from './lookups/read-catalogue';
import { judgeRequery } from './requery/judge-requery';
import { STATUSES, shutOut } from './response-codes';
import { FOREIGN, judgeSend } from './send/judge-send';
import {
  type Customer,
  needsValidation,
  readCustomer,
  unvalidated,
  type VendRequest,
  vendRequest,
} from './send/vend-request';
import { readStatement, readStatementPage } from './statement/statement';

export type MonnifyOptions = {
  /** Such as `https://api.monnify.com`. */
  baseUrl: string;
  apiKey: string;
  secretKey: string;
  /** The wallet that bills are paid from, for its balance and its statement. */
  walletAccount: string;
  /** For a requery, or a page of a list, from start to end; a send has its own deadline. Default 30,000. */
  timeoutMs?: number;
  /** For a lookup from start to end, and for a fetch of a token. Default 10,000. */
  lookupTimeoutMs?: number;
  /** For name lookup, TCP and TLS together. Default 3,000. */
  connectTimeoutMs?: number;
  /** Default 600,000: whether a failure can still become a delivery is not established. */
  settlesWithinMs?: number;
  /** Called for answers that are not as we know Monnify. The fields hold no key, token, body or number. */
  onOddity?: (text: string, fields: Record<string, string>) => void;
  /** Called when an answer has another reference than ours: then no requery by ours can be believed. */
  onForeignReference?: () => void;
};

const BILLS = '/api/v1/vas/bills-payment';
const PAGE_SIZE = '100';
const MOST_PAGES = 100;
const PRODUCTS_LAST_MS = 600_000;
/** Three tries, and then another provider: all of it within the 30 s of a client of cable TV or electricity. */
const VALIDATION_AT_MOST_MS = 5_000;

const NOT_SOLD = { kind: 'unavailable', reason: 'Monnify lists no such product' } as const;
const NETWORKS: readonly { serviceId: string; network: DataNetwork }[] = [
  { serviceId: 'mtn-data', network: 'MTN' },
  { serviceId: 'glo-data', network: 'GLO' },
  { serviceId: 'airtel-data', network: 'AIRTEL' },
  { serviceId: 'etisalat-data', network: '9MOBILE' },
];

/** What is known of it without asking. */
export const MONNIFY: ProviderProfile = { name: 'monnify', dataServices: NETWORKS, ownWords: false };

/**
 * Monnify Bills behind the provider port: sends by `vend`, for cable TV and electricity after `validate-customer` in
 * the same attempt, and requeries by our reference. An order needs a product of Monnify. Source: Monnify's pages on
 * bills payment, its official libraries, and answers that others have recorded.
 */
export function createMonnify(
  options: MonnifyOptions,
): Provider & ProviderLookups & ProviderCatalogue & ProviderStatements {
  const { timeoutMs = 30_000, lookupTimeoutMs = 10_000, connectTimeoutMs = 3_000, onOddity } = options;
  const api = createApi({ ...options, tokenTimeoutMs: lookupTimeoutMs, connectTimeoutMs });
  let kept: { products: ListedProduct[]; untilMs: number } | null = null;

  type Question<T> = {
    about: string;
    path: string;
    query: Record<string, string>;
    read: (answer: Answer) => Lookup<T>;
  };
  const get = <T>({ path, query, ...question }: Question<T>, ms = lookupTimeoutMs): Promise<Lookup<T>> =>
    lookUp({ ...question, timeoutMs: ms, ask: (deadline) => api.get(path, query, deadline), onOddity });

  const validate = (productCode: string, customerId: string, deadline: SendDeadline) =>
    api.ask(`${BILLS}/validate-customer`, { productCode, customerId }, deadline);

  /** Asks for what a vend of this customer needs. `outcome`: it cannot be vended to, or not now; nothing was sold. */
  async function instruct(
    request: VendRequest,
    deadline: SendDeadline,
  ): Promise<{ request: VendRequest } | { outcome: SendOutcome }> {
    const within = soonerOf(deadline, deadlineIn(Math.min(lookupTimeoutMs, VALIDATION_AT_MOST_MS)));
    const called = await validate(request.productCode, request.customerId, within);
    if (called.kind === 'unanswered') return { outcome: { kind: 'unsent', code: 'incomplete', reason: called.reason } };
    if (called.kind !== 'answered') return { outcome: withoutAnswer(called, shutOut) };
    const answer = readAnswer(called.httpStatus, called.bodyText);
    const customer = readCustomer(answer, request.customerId);
    if (customer.kind !== 'found') return { outcome: { ...unvalidated(answer, customer), answer: answer.masked() } };
    const { reference } = customer.value;
    return { request: reference === null ? request : { ...request, validationReference: reference } };
  }

  async function vend(request: VendRequest, order: ProviderOrder, deadline: SendDeadline): Promise<SendOutcome> {
    const called = await api.send(`${BILLS}/vend`, request, deadline);
    if (called.kind !== 'answered') return withoutAnswer(called, shutOut);
    const answer = readAnswer(called.httpStatus, called.bodyText);
    report(answer, order);
    return { ...judgeSend(answer, order), answer: answer.masked() };
  }

  function report({ body }: Answer, order: ProviderOrder): void {
    const vend = readVend(body);
    if (namesAnotherOrder(vend, order)) {
      onOddity?.(FOREIGN, { providerRef: order.providerRef });
      options.onForeignReference?.();
    } else if ([vend.status, vend.paymentStatus].some((word) => word !== null && !STATUSES.has(word)))
      onOddity?.('the provider answered with a status that is not listed', { providerRef: order.providerRef });
  }

  /** All rows of a list of the catalogue, in the order of its pages. */
  async function readAll(about: string, query: Record<string, string>): Promise<Lookup<unknown[]>> {
    const rows: unknown[] = [];
    for (let page: number | null = 0, pages = 0; page !== null; pages += 1) {
      if (pages === MOST_PAGES) return { kind: 'unavailable', reason: 'the list does not end' };
      const asked: Record<string, string> = { ...query, page: String(page), size: PAGE_SIZE };
      const path = `${BILLS}/${about}`;
      const answer: Lookup<Page> = await get({ about, path, query: asked, read: readPage });
      if (answer.kind !== 'found') return answer;
      rows.push(...answer.value.rows);
      if (answer.value.next === null && rows.length < answer.value.total)
        return { kind: 'unavailable', reason: 'the pages hold fewer rows than they announce' };
      page = answer.value.next;
    }
    return { kind: 'found', value: rows };
  }

  async function products(): Promise<Lookup<ListedProduct[]>> {
    const billers = await readAll('billers', {});
    if (billers.kind !== 'found') return odd('billers', billers);
    const listed: ListedProduct[] = [];
    for (const code of billerCodes(billers.value)) {
      const rows = await readAll('biller-products', { biller_code: code });
      if (rows.kind !== 'found') return odd('biller-products', rows);
      listed.push(...readProducts(rows.value));
    }
    kept = { products: listed, untilMs: performance.now() + PRODUCTS_LAST_MS };
    return { kind: 'found', value: listed };
  }

  function odd<T extends Lookup<unknown>>(about: string, answer: T): T {
    if (answer.kind === 'unavailable' && answer.fault === undefined) onOddity?.(answer.reason, { about });
    return answer;
  }

  /** The products of one service, from a list of the last ten minutes. */
  async function productsOf(serviceId: string): Promise<Lookup<ListedProduct[]>> {
    const listed = kept !== null && performance.now() < kept.untilMs ? kept.products : await products();
    if (!Array.isArray(listed)) {
      if (listed.kind !== 'found') return listed;
      return { kind: 'found', value: listed.value.filter((each) => each.serviceId === serviceId) };
    }
    return { kind: 'found', value: listed.filter((each) => each.serviceId === serviceId) };
  }

  async function customerOf(
    serviceId: string,
    number: string,
    isAsked: (product: ListedProduct) => boolean,
  ): Promise<Lookup<Customer>> {
    const listed = await productsOf(serviceId);
    if (listed.kind !== 'found') return listed;
    const product = listed.value.find(isAsked);
    if (product === undefined) return NOT_SOLD;
    return lookUp({
      about: serviceId,
      timeoutMs: lookupTimeoutMs,
      ask: (deadline) => validate(product.product.code, number, deadline),
      read: (answer) => readCustomer(answer, number),
      onOddity,
    });
  }

  return {
    ...MONNIFY,
    mode: 'live',
    settlesWithinMs: options.settlesWithinMs ?? 600_000,
    mintRef,
    async send(order, deadline) {
      const request = vendRequest(order);
      if (request === null) return { kind: 'unsent', code: 'incomplete', reason: UNSENT.incomplete };
      if (!needsValidation(order)) return vend(request, order, deadline);
      const instructed = await instruct(request, deadline);
      return 'outcome' in instructed ? instructed.outcome : vend(instructed.request, order, deadline);
    },
    async requery(order) {
      const called = await api.get(`${BILLS}/requery`, { reference: order.providerRef }, deadlineIn(timeoutMs));
      if (called.kind === 'refused') return { kind: 'unanswered', reason: `code ${called.code}` };
      if (called.kind !== 'answered') return { kind: 'unanswered', reason: called.reason };
      const answer = readAnswer(called.httpStatus, called.bodyText);
      report(answer, order);
      return { ...judgeRequery(answer, order), answer: answer.masked() };
    },
    async variations(serviceId) {
      const listed = await productsOf(serviceId);
      if (listed.kind !== 'found') return listed;
      const fixed = listed.value.flatMap(({ product, name, costKobo }) =>
        costKobo === null ? [] : [{ code: product.code, name, priceKobo: costKobo }],
      );
      return { kind: 'found', value: fixed };
    },
    async verifySmartcard(serviceId, number) {
      const customer = await customerOf(serviceId, number, () => true);
      if (customer.kind !== 'found') return customer;
      const unsaid = { customerType: '', status: '', dueDate: '', currentPackageCodes: [], renewalAmountKobo: null };
      return { kind: 'found', value: { ...unsaid, customerName: customer.value.name, customerNumber: number } };
    },
    async verifyMeter(serviceId, number, type) {
      const customer = await customerOf(serviceId, number, ({ meterType }) => meterType === type);
      if (customer.kind !== 'found') return customer;
      const { name, address, leastKobo } = customer.value;
      const minimumKobo = leastKobo === 0n ? null : leastKobo;
      const value = { meterNumber: number, customerName: name, address, minimumKobo, arrearsKobo: null };
      return { kind: 'found', value };
    },
    balance: () =>
      get({
        about: 'balance',
        path: '/api/v2/disbursements/wallet-balance',
        query: { accountNumber: options.walletAccount },
        read(answer) {
          const kobo = answer.ok ? readKobo(field(answer.body, 'availableBalance')) : null;
          return kobo === null
            ? { kind: 'unavailable', reason: `HTTP ${answer.httpStatus}: no balance` }
            : { kind: 'found', value: kobo };
        },
      }),
    products,
    statement: (from, to) => {
      const path = `/api/v1/disbursements/wallet/${options.walletAccount}/statement`;
      return readStatement(
        (query) => get({ about: 'statement', path, query, read: readStatementPage }, timeoutMs),
        from,
        to,
        onOddity,
      );
    },
  };
}
