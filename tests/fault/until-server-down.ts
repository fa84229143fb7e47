import { eventually, type World } from '@topup/testkit';

/** Waits until nobody listens at the database's address. A connection from before can still report its end first. */
export async function untilServerDown({ sql }: Pick<World, 'sql'>): Promise<void> {
  const ask = () =>
    sql('SELECT 1').then(
      () => 'it answers',
      (error: Error) => error.message,
    );
  await eventually(ask, (refusal) => refusal.includes('ECONNREFUSED'));
}
