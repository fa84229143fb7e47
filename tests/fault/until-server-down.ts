import { eventually, type World } from '@topup/testkit';

/** That nobody listens where the database was. A connection that was open before may say otherwise once, so it is asked again. */
export async function untilServerDown({ sql }: Pick<World, 'sql'>): Promise<void> {
  const ask = () =>
    sql('SELECT 1').then(
      () => 'it answers',
      (error: Error) => error.message,
    );
  await eventually(ask, (refusal) => refusal.includes('ECONNREFUSED'));
}
