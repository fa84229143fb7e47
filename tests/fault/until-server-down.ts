import { findProcess } from '@topup/embedded';
import { eventually, type World } from '@topup/testkit';

/**
 * Waits until nobody listens at the database's address and these backends have ended: one that outlives its server for
 * a moment still takes a statement, whose outcome is then unknown.
 */
export async function untilServerDown({ sql }: Pick<World, 'sql'>, backends: number[] = []): Promise<void> {
  const ask = () =>
    sql('SELECT 1').then(
      () => 'it answers',
      (error: Error) => error.message,
    );
  await eventually(ask, (refusal) => refusal.includes('ECONNREFUSED'));
  await eventually(
    () => backends.filter((pid) => findProcess(pid) !== undefined),
    (left) => left.length === 0,
  );
}
