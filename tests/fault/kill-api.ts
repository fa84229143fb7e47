import type { ApiAnswer, ApiProcess, World } from '@topup/testkit';
import type { Buyer } from './buyer';
import { expectNotAccepted } from './expect-end';
import { backends, kill, untilBackendsEnd } from './processes';

/** Kills an api during a purchase. The client gets no answer. */
export async function killDuring(api: ApiProcess, bought: Promise<ApiAnswer>): Promise<void> {
  const unanswered = expect(bought).rejects.toThrow();
  await kill(api);
  await unanswered;
}

/** Kills an api whose accept is held on its way. Returns the database backends that get it by `releaseAccept`. */
export async function killDuringAccept(world: World, api: ApiProcess, buyer: Buyer): Promise<number[]> {
  const others = await backends(world, 'topup-api-money');
  const hold = world.link('api-database').holdRequestsWith('accept_purchases_');
  const bought = buyer.buy(api);
  await hold.fired;
  const orphaned = await backends(world, 'topup-api-money', others);
  expect(orphaned).not.toEqual([]);
  await killDuring(api, bought);
  await expectNotAccepted(world, buyer);
  return orphaned;
}

/** Lets the held accept of the dead api arrive. Fulfilled when the database has executed it. */
export async function releaseAccept(world: World, orphaned: number[]): Promise<void> {
  world.link('api-database').release();
  await untilBackendsEnd(world, orphaned);
}
