import type { ApiAnswer, ApiProcess, World } from '@topup/testkit';
import type { Customer } from './customer';
import { expectNothing } from './expect-end';
import { backends, gone, kill } from './processes';

/** Kills an api under a purchase, whose client gets no answer. */
export async function killUnder(api: ApiProcess, bought: Promise<ApiAnswer>): Promise<void> {
  const unanswered = expect(bought).rejects.toThrow();
  await kill(api);
  await unanswered;
}

/** Kills an api whose accept is on the way to the database. Returns the database's processes that it will reach by `letAcceptThrough`. */
export async function killWithAcceptUnderWay(world: World, api: ApiProcess, customer: Customer): Promise<number[]> {
  const others = await backends(world, 'topup-api-money');
  const hold = world.link('api-database').holdRequestsWith('accept_purchases_');
  const bought = customer.buy(api);
  await hold.fired;
  const orphaned = await backends(world, 'topup-api-money', others);
  expect(orphaned).not.toEqual([]);
  await killUnder(api, bought);
  await expectNothing(world, customer);
  return orphaned;
}

/** The statement of the dead api was only delayed on the way: now it comes. Fulfilled when the database has done with it. */
export async function letAcceptThrough(world: World, orphaned: number[]): Promise<void> {
  world.link('api-database').release();
  await gone(world, orphaned);
}
