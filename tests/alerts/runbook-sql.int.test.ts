import { useDatabase } from '@topup/testkit';
import { sqlOf } from './runbook';

const database = useDatabase({ max: 1 });

describe('SQL of the runbook fails in the night when somebody needs it', () => {
  test('there is some', () => {
    expect(sqlOf().length).toBeGreaterThan(2);
  });

  test.each(sqlOf())('%s', async (statement) => {
    await expect(database.db.$queryRawUnsafe(`EXPLAIN ${statement}`)).resolves.toEqual(expect.any(Array));
  });
});
