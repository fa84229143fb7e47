import { type AccountSummary, formatNaira, type latestEntries, type StoredKey } from '@topup/core';
import type { AccountRow, KeyRow, LedgerRow } from '../../contract';

export const toldAccount = ({ id, name, tier, status, balanceKobo, createdAt }: AccountSummary): AccountRow => ({
  id,
  name,
  tier,
  status,
  balance: formatNaira(balanceKobo),
  createdAt: createdAt.toISOString(),
});

/** Nothing of it opens anything: neither the key nor what it is recognised by. */
export const toldKey = ({ id, name, display, createdAt, lastUsedAt, revokedAt }: StoredKey): KeyRow => ({
  id,
  name,
  display,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});

type Entry = Awaited<ReturnType<typeof latestEntries>>[number];

export const toldEntry = (entry: Entry): LedgerRow => ({
  id: String(entry.id),
  kind: entry.kind as LedgerRow['kind'],
  amount: formatNaira(entry.amountKobo),
  balanceBefore: formatNaira(entry.balanceBeforeKobo),
  balanceAfter: formatNaira(entry.balanceAfterKobo),
  reference: entry.reference,
  purchaseReference: entry.purchase?.requestRef ?? null,
  createdAt: entry.createdAt.toISOString(),
});
