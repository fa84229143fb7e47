import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkName } from '@topup/testkit';
import type { Random } from './random';
import type { SupervisedProcess, TestBed } from './test-bed';

/** One kind of fault. It is over when the promise is fulfilled. */
export type Fault = {
  name: string;
  /** @returns false when it had no effect: its target was down already, or the traffic it waits for did not come */
  inject(testBed: TestBed, random: Random): Promise<boolean>;
};

/** How long a hold waits for its traffic. */
export const CATCH_WITHIN_MS = 8_000;

/**
 * Holds the request that contains `pattern`, or its reply, then cuts the link and kills the `victims` that waited for
 * it.
 */
export function caught(
  name: string,
  link: LinkName,
  held: 'request' | 'reply',
  pattern: string,
  victims: (testBed: TestBed) => readonly Pick<SupervisedProcess<never>, 'down'>[] = () => [],
): Fault {
  return {
    name,
    inject: async (testBed, random) => {
      const proxy = testBed.world.link(link);
      const there = held === 'reply' ? proxy.holdReplyAfter(pattern).answered : proxy.holdRequestsWith(pattern).fired;
      const fired = await Promise.race([there.then(() => true), sleep(CATCH_WITHIN_MS, false, { ref: false })]);
      const falling = fired
        ? all(victims(testBed), (place) => place.down('kill', random.between(0, 1_000)))
        : undefined;
      await sleep(50); // until the victims have ended, so that none of them sends again what is cut
      if (fired) proxy.cut();
      proxy.release();
      await falling;
      return fired;
    },
  };
}

export async function all<T>(things: readonly T[], inject: (thing: T) => Promise<boolean>): Promise<boolean> {
  return (await Promise.all(things.map(inject))).some(Boolean);
}
