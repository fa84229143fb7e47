import type { Collector } from '../provider/collector.port';
import type { Db } from '../shared/db';
import type { Log } from '../shared/log.port';
import {
  type FundingAccount,
  findRecorded,
  giveSweepBack,
  noteRead,
  setBanks,
  takeAccountToSweep,
} from './funding-account.store';
import { noteTransfers } from './notice.store';

type SweepDeps = { db: Db; log: Log; collector: Collector };

/**
 * Lists the transfers of the accounts that are due, and notes those that no notice announced. It also reads which banks
 * an account has today: a bank can end its numbers in a day. A warning tells how many accounts could not be read.
 * @returns how many transfers are new
 */
export async function sweepAccounts(deps: SweepDeps, stopped: () => boolean): Promise<number> {
  let [found, unread] = [0, 0];
  while (!stopped()) {
    const account = await takeAccountToSweep(deps.db, deps.collector.name);
    if (account === null) break;
    const fresh = await sweepAccount(deps, account);
    if (fresh === null) {
      unread += 1;
      await giveSweepBack(deps.db, account.accountId);
    } else {
      found += fresh;
      await noteRead(deps.db, account.accountId);
    }
  }
  if (unread > 0)
    deps.log.warn('the transfers of accounts could not be listed; a worker lists them again in a minute', {
      collector: deps.collector.name,
      accounts: unread,
    });
  return found;
}

/** Null when the collector did not answer. */
async function sweepAccount(deps: SweepDeps, account: FundingAccount): Promise<number | null> {
  if (!(await readBanks(deps, account))) return null;
  return noteUnrecorded(deps, account.accountId);
}

/**
 * Keeps the banks of an account as they are today. False when the collector did not answer. An account whose opening
 * got no answer is found here.
 */
async function readBanks(
  { db, log, collector }: SweepDeps,
  { accountId, banks: known }: FundingAccount,
): Promise<boolean> {
  const answer = await collector.banks(accountId);
  if (answer.kind === 'unavailable') return false;
  const banks = answer.kind === 'found' ? answer.value : [];
  if (answer.kind === 'not_recognised' && known.length === 0) return true; // it was never opened
  if ((await setBanks(db, accountId, banks)) && known.length > 0)
    log.error('the bank accounts of a funding account have changed', {
      alert: 'collection',
      account: accountId,
      before: known.length,
      now: banks.length,
    });
  return true;
}

/** Two whole pages of known transfers end it: the order of the list is not promised. */
const KNOWN_PAGES = 2;

async function noteUnrecorded({ db, collector }: SweepDeps, accountId: string): Promise<number | null> {
  let found = 0;
  for (let page: number | null = 0, knownPages = 0; page !== null && knownPages < KNOWN_PAGES; ) {
    const answer: Awaited<ReturnType<Collector['transfers']>> = await collector.transfers(accountId, page);
    if (answer.kind === 'not_recognised') return found;
    if (answer.kind === 'unavailable') return null;
    const paid = answer.value.transfers.filter(({ isPaid }) => isPaid).map(({ reference }) => reference);
    const recorded = await findRecorded(db, paid);
    const fresh = paid.filter((reference) => !recorded.has(reference));
    if (fresh.length > 0) await noteTransfers(db, collector.name, fresh);
    found += fresh.length;
    knownPages = fresh.length === 0 ? knownPages + 1 : 0;
    page = answer.value.next;
  }
  return found;
}
