import { useDatabase } from '@topup/testkit';
import { readRouting } from '../routing/watch-routing';
import { readFloats, writeFloat } from './float.store';

const database = useDatabase({ eachTest: true });
const age = (interval: string) =>
  database.db.$executeRaw`UPDATE provider_float SET read_at = clock_timestamp() - ${interval}::text::interval`;
const routed = async () => [...(await readRouting(database.db)).floats];

describe('orders avoid a provider for a float that it had long ago', () => {
  test('a reading counts for three minutes by the clock of the database, and is shown after that', async () => {
    await writeFloat(database.db, { provider: 'vtpass', balanceKobo: 100n, alertKobo: 0n });
    expect(await routed()).toEqual([['vtpass', 100n]]);
    await age('2 minutes 50 seconds');
    expect(await routed()).toEqual([['vtpass', 100n]]);
    await age('3 minutes 1 second');
    expect(await routed()).toEqual([]);
    expect(await readFloats(database.db)).toMatchObject([{ provider: 'vtpass', balanceKobo: 100n }]);
  });
});
