import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from '@topup/testkit';
import type { FeedRow } from '../audit/evidence';

const TRIES = 20;
const AGAIN_MS = 500;

/**
 * One reading of the changes of an account, from the beginning to the end.
 * @throws when a page does not come
 */
export async function readWhole(client: () => Pick<ApiClient, 'call'>): Promise<FeedRow[]> {
  const rows: FeedRow[] = [];
  for (let after = ''; ; ) {
    const { data, cursor } = await page(client, after);
    if (data.length === 0) return rows;
    rows.push(...data.map(({ reference, status, changed_at }) => ({ reference, status, changed_at })));
    after = cursor;
  }
}

type Page = { data: FeedRow[]; cursor: string };

async function page(client: () => Pick<ApiClient, 'call'>, after: string): Promise<Page> {
  let trouble: unknown;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      const path = `/v1/transactions/changes?limit=100&after=${after}`;
      const { status, body }: ApiAnswer<FeedRow[]> = await client().call('GET', path);
      const { data, next_cursor } = body as typeof body & { next_cursor?: string };
      if (status === 200 && data !== undefined && next_cursor !== undefined) return { data, cursor: next_cursor };
      trouble = `${status} ${JSON.stringify(body)}`;
    } catch (error) {
      trouble = error;
    }
    await sleep(AGAIN_MS);
  }
  throw new Error(String(trouble));
}
