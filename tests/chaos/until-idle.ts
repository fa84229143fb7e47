import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '@topup/testkit';

/**
 * Waits until no purchase is open (except those under review), and no event and no notification is to be sent; or until
 * nothing more has been done for so long.
 */
export async function untilIdle({ sql }: Pick<World, 'sql'>, withinMs: number): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let restBy = 0;
  do {
    const [row] = await sql<{ left: string }>(`
      SELECT (SELECT count(*) FROM purchase WHERE final_at IS NULL AND NOT needs_review)
           + (SELECT count(*) FROM webhook_event WHERE state IN ('queued', 'sending'))
           + (SELECT count(*) FROM notification WHERE state = 'queued') AS left`);
    const left = Number(row?.left);
    if (left === 0) return;
    if (left < least) restBy = performance.now() + withinMs;
    least = Math.min(least, left);
    await sleep(500);
  } while (performance.now() < restBy);
}
