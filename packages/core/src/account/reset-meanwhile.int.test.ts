import { eventually, fundedAccount, useDatabase } from '@topup/testkit';
import { setAccountStatus } from './account.store';
import { readTwin, resetTestAccount } from './twin.store';

const database = useDatabase({ max: 4 });

test('a suspended client goes on with the test account that a reset was opening meanwhile', async () => {
  const { db } = database;
  const live = await fundedAccount(db, 0n);
  const { id: old } = await readTwin(db, live);
  const { suspending } = await db.$transaction(async (tx) => {
    expect(await resetTestAccount(tx, old)).toMatchObject({ kind: 'reset' });
    const suspending = setAccountStatus(db, live, 'suspended');
    await eventually(
      () => db.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      (waiting) => waiting.length > 0,
    );
    return { suspending };
  });
  expect(await suspending).toBe(true);
  const { id } = await readTwin(db, live);
  expect(id).not.toBe(old);
  expect(await db.account.findUnique({ where: { id } })).toMatchObject({ status: 'suspended' });
});
