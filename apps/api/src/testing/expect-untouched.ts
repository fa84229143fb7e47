import type { Db } from '@topup/core/shared';

/** Nothing was bought for 100,000 naira, no reference was used, and no URL was set. */
export async function expectUntouched(db: Db, { accountId }: { accountId: string }): Promise<void> {
  const account = await db.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { webhookUrl: true, wallet: true },
  });
  expect(account).toMatchObject({ webhookUrl: null, wallet: { balanceKobo: 10_000_000n } });
  expect(await db.purchase.count({ where: { accountId } })).toBe(0);
}
