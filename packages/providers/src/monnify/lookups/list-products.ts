import type { ListedProduct, Lookup } from '@topup/core/provider';
import type { Api } from '../call';
import { lookUp } from './look-up';
import { billerCodes, type Page, readPage, readProducts } from './read-catalogue';

const PAGE_SIZE = '100';
const MOST_PAGES = 100;
const PRODUCTS_LAST_MS = 600_000;

/** All of our products that Monnify sells: read now, or for one service from a list of the last ten minutes. */
export type ProductList = {
  read(): Promise<Lookup<ListedProduct[]>>;
  of(serviceId: string): Promise<Lookup<ListedProduct[]>>;
};

type ProductListDeps = {
  api: Pick<Api, 'getBills'>;
  timeoutMs: number;
  onOddity: ((text: string, fields: Record<string, string>) => void) | undefined;
};

export function createProductList({ api, timeoutMs, onOddity }: ProductListDeps): ProductList {
  let kept: { products: ListedProduct[]; untilMs: number } | null = null;

  /** All rows of a list, in the order of its pages. */
  async function readAll(about: string, query: Record<string, string>): Promise<Lookup<unknown[]>> {
    const rows: unknown[] = [];
    for (let page: number | null = 0, pages = 0; page !== null; pages += 1) {
      if (pages === MOST_PAGES) return { kind: 'unavailable', reason: 'the list does not end' };
      const asked: Record<string, string> = { ...query, page: String(page), size: PAGE_SIZE };
      const answer: Lookup<Page> = await lookUp({
        about,
        timeoutMs,
        onOddity,
        ask: (deadline) => api.getBills(about, asked, deadline),
        read: readPage,
      });
      if (answer.kind !== 'found') return odd(about, answer);
      rows.push(...answer.value.rows);
      if (answer.value.next === null && rows.length < answer.value.total)
        return odd(about, { kind: 'unavailable', reason: 'the pages hold fewer rows than they announce' });
      page = answer.value.next;
    }
    return { kind: 'found', value: rows };
  }

  function odd<T extends Lookup<unknown>>(about: string, answer: T): T {
    if (answer.kind === 'unavailable' && answer.fault === undefined) onOddity?.(answer.reason, { about });
    return answer;
  }

  async function read(): Promise<Lookup<ListedProduct[]>> {
    const billers = await readAll('billers', {});
    if (billers.kind !== 'found') return billers;
    const products: ListedProduct[] = [];
    for (const code of billerCodes(billers.value)) {
      const rows = await readAll('biller-products', { biller_code: code });
      if (rows.kind !== 'found') return rows;
      products.push(...readProducts(rows.value));
    }
    kept = { products, untilMs: performance.now() + PRODUCTS_LAST_MS };
    return { kind: 'found', value: products };
  }

  return {
    read,
    async of(serviceId) {
      const isFresh = kept !== null && performance.now() < kept.untilMs;
      const listed: Lookup<ListedProduct[]> =
        kept !== null && isFresh ? { kind: 'found', value: kept.products } : await read();
      if (listed.kind !== 'found') return listed;
      return { kind: 'found', value: listed.value.filter((each) => each.serviceId === serviceId) };
    },
  };
}
