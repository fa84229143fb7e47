import { lockAccount } from '../account/account.store';
import type { By } from '../audit/actor';
import { recording, unchanged, withFreshAuditLog } from '../audit/with-audit-log';
import { isRefused, type Refused } from '../errors/refusal-catalog';
import type { Collector, FundingBank } from '../provider/collector.port';
import type { Db } from '../shared/db';
import { collectionActions } from './collection-actions';
import { findFirstOwner, findFundingAccount, insertFundingAccount, setBanks } from './funding-account.store';

/** `bvn`, `nin`: 11 digits. They are passed on to the collector, and never stored or logged. */
type Identity = { bvn?: string | undefined; nin?: string | undefined };

/** `before`: it was there already. */
export type OpenedFunding =
  | { kind: 'opened'; banks: FundingBank[]; before: boolean }
  | Refused<
      | 'no_such_account'
      | 'collections_off'
      | 'no_owner_yet'
      | 'collector_refused'
      | 'collector_silent'
      | 'collector_knows_customer'
    >;

/**
 * Opens the account at the collector into which the owners of an account transfer, under the account's id. The id is
 * written before the collector is asked, so an account whose answer got lost is found by it; a second call asks by the
 * id first, because a customer gets one account only.
 */
export async function openFundingAccount(
  { db, collector }: { db: Db; collector: Collector | null },
  by: By,
  { accountId, ...identity }: { accountId: string } & Identity,
): Promise<OpenedFunding> {
  if (collector === null) return { kind: 'collections_off' };
  const asked = await withFreshAuditLog<
    { kind: 'asked' | 'asked_before'; name: string; email: string } | Refused<'no_such_account' | 'no_owner_yet'>
  >(db, by, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === null) return unchanged({ kind: 'no_such_account', account: accountId });
    const owner = await findFirstOwner(tx, accountId);
    if (owner === null) return unchanged({ kind: 'no_owner_yet', account: account.name });
    const isNew = await insertFundingAccount(tx, accountId, collector.name);
    const outcome = { kind: isNew ? 'asked' : 'asked_before', name: account.name, email: owner.email } as const;
    return recording(outcome, () => (isNew ? collectionActions.accountAsked(account, collector.name) : null));
  });
  if (isRefused(asked)) return asked;
  if (asked.kind === 'asked_before') {
    const known = await findFundingAccount(db, accountId);
    const found = await readByReference({ db, collector }, accountId);
    if (found !== 'none') return found.kind === 'opened' ? { ...found, before: (known?.banks.length ?? 0) > 0 } : found;
  }
  const { bvn, nin } = identity;
  const opening = await collector.open({
    reference: accountId,
    name: asked.name,
    email: asked.email,
    ...(bvn !== undefined && { bvn }),
    ...(nin !== undefined && { nin }),
  });
  if (opening.kind === 'refused') return { kind: 'collector_refused', reason: opening.reason };
  if (opening.kind === 'opened') {
    await setBanks(db, accountId, opening.banks);
    return { kind: 'opened', banks: opening.banks, before: false };
  }
  const found = await readByReference({ db, collector }, accountId);
  if (found !== 'none') return found;
  return opening.kind === 'exists'
    ? { kind: 'collector_knows_customer', reason: opening.reason }
    : { kind: 'collector_silent' };
}

/** `none`: the collector has no account of this reference. */
async function readByReference(
  { db, collector }: { db: Db; collector: Collector },
  accountId: string,
): Promise<{ kind: 'opened'; banks: FundingBank[]; before: boolean } | Refused<'collector_silent'> | 'none'> {
  const answer = await collector.banks(accountId);
  if (answer.kind === 'not_recognised') return 'none';
  if (answer.kind === 'unavailable') return { kind: 'collector_silent' };
  await setBanks(db, accountId, answer.value);
  return { kind: 'opened', banks: answer.value, before: false };
}
