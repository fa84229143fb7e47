import { actorName, type By } from '../../audit/actor';
import { unchanged, withAuditLog } from '../../audit/with-audit-log';
import type { Refused } from '../../errors/refusal-catalog';
import type { Db, DbOrTransaction } from '../../shared/db';
import { addDays } from '../../time/lagos-time';
import { matchByHand } from '../judge/match.store';
import { reconciliationActions } from '../reconciliation-actions';
import type { Finding, FindingKind, Resolution } from '../records';
import { lastClosedDay } from './closed-day.store';
import { endFinding, findFinding, insertFloatEntry } from './finding.store';

/** `amountKobo`: of our float, when a person knows it better than the finding; below zero is money that is gone. */
export type Resolving = {
  id: bigint;
  resolution: Resolution;
  note: string;
  by: string;
  amountKobo?: bigint | undefined;
};

type Refusal = Refused<'no_such_finding' | 'finding_not_open' | 'nothing_suggested' | 'no_float'>;

/** `entryKobo`: by how much our float was changed; 0: not at all. */
type Resolved = { kind: 'resolved'; entryKobo: bigint };

/** Ends a finding as a person says, with their name. It moves no money of an account. */
export const decideFinding = (db: Db, by: By, decision: Omit<Resolving, 'by'>): Promise<Resolved | Refusal> =>
  withAuditLog<Resolved | Refusal>(db, by, async (tx) => {
    const outcome = await resolveFinding(tx, { ...decision, by: actorName(by.actor) });
    if (outcome.kind !== 'resolved') return unchanged(outcome);
    const { kind, finding, entryKobo } = outcome;
    return { result: { kind, entryKobo }, action: reconciliationActions.resolved(finding, { ...decision, entryKobo }) };
  });

/** In place of a provider, of findings about transfers (collection/compare-days.ts). */
const TRANSFERS = 'collections';

/** Settles no purchase: an accepted difference is a change of our float, and a match of the row and attempt is kept. */
export async function resolveFinding(
  tx: DbOrTransaction,
  { id, resolution, note, by, amountKobo }: Resolving,
): Promise<(Resolved & { finding: Finding }) | Refusal> {
  const finding = await findFinding(tx, id, { lock: true });
  if (finding === null) return { kind: 'no_such_finding', id };
  if (finding.state !== 'open') return { kind: 'finding_not_open', id, state: finding.state };
  if (resolution === 'accepted' && finding.provider === TRANSFERS) return { kind: 'no_float', id };
  if (resolution === 'matched' && !(await match(tx, finding, by))) return { kind: 'nothing_suggested', id };
  await endFinding(tx, { id, by, resolution, note });
  const entryKobo = resolution === 'accepted' ? (amountKobo ?? effectOf(finding)) : 0n;
  if (resolution === 'accepted') {
    const closed = await lastClosedDay(tx, finding.provider);
    const day = closed !== null && finding.day <= closed.day ? addDays(closed.day, 1) : finding.day;
    await insertFloatEntry(tx, { provider: finding.provider, day, amountKobo: entryKobo, findingId: id, note, by });
  }
  return { kind: 'resolved', finding, entryKobo };
}

/** Of these the balance itself is what differs. */
const OF_BALANCE: readonly FindingKind[] = ['balance_step', 'day_drifts'];

/** Returns a finding's effect on our float: the provider's extra charge, unless its own balance shows none. */
function effectOf({ kind, differenceKobo, facts }: Finding): bigint {
  const step = OF_BALANCE.includes(kind) || typeof facts.step !== 'string' ? 0n : BigInt(facts.step);
  return step - differenceKobo;
}

function match(tx: DbOrTransaction, finding: Finding, by: string): Promise<boolean> | boolean {
  const rowId = finding.kind === 'missing_here' ? finding.rowId : finding.suggestedRowId;
  const { purchaseId, number } = finding;
  if (rowId === null || purchaseId === null || number === null) return false;
  return matchByHand(tx, { rowId, purchaseId, number, by });
}
