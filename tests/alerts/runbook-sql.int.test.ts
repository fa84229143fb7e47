import { useDatabase } from '@topup/testkit';
import { statements } from './runbook';

const database = useDatabase({ max: 1 });

describe('SQL of the runbook fails in the night when somebody needs it', () => {
  test('there is some', () => {
    expect(statements.length).toBeGreaterThan(2);
  });

  test.each(statements)('%s', async (statement) => {
    await expect(database.db.$queryRawUnsafe(`EXPLAIN ${statement}`)).resolves.toEqual(expect.any(Array));
  });
});
