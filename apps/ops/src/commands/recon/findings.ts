import {
  decideFinding,
  type FindingKind,
  type FindingState,
  listFindings,
  type Resolution,
} from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import { type Report, table } from '../../output';
import { requireProvider } from '../../providers';
import { done, Misuse } from '../../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../../with-database';

type FindingOptions = { provider?: string; day?: string; kind?: FindingKind; state: FindingState; limit: number };

export async function findings(filter: FindingOptions): Promise<Report> {
  if (filter.provider !== undefined) requireProvider(filter.provider);
  const listed = await withDatabase((db) => listFindings(db, filter));
  const headings = ['ID', 'DAY', 'PROVIDER', 'KIND', 'DIFFERENCE', 'PURCHASE', 'ROW', 'SUGGESTED', 'STATE'];
  const rows = listed.map((one) => [
    ...[String(one.id), one.day, one.provider, one.kind, formatNaira(one.differenceKobo)],
    ...[one.reference ?? '-', one.row ?? '-', one.suggestedRow ?? '-', one.resolution ?? one.state],
  ]);
  const json = listed.map(({ number: attempt, ...one }) => ({ ...one, attempt }));
  return { json, text: table(headings, rows, 'There are no such findings.') };
}

// ---- resolve

type ResolveOptions = ActingAs & {
  id: bigint;
  accept?: boolean;
  match?: boolean;
  explain?: boolean;
  amount?: bigint;
  note: string;
};

export async function resolve({ id, accept, match, explain, amount, note, ...as }: ResolveOptions): Promise<Report> {
  const chosen = ([accept && 'accepted', match && 'matched', explain && 'explained'] as const).filter(Boolean);
  const [resolution] = chosen as Resolution[];
  if (resolution === undefined || chosen.length > 1) throw new Misuse('Give one of --accept, --match and --explain.');
  if (amount !== undefined && resolution !== 'accepted') throw new Misuse('--amount needs --accept.');
  const decision = { id, resolution, note, amountKobo: amount };
  const { entryKobo } = done(await changeDatabase(as, (db, by) => decideFinding(db, by, decision)));
  const float = formatNaira(entryKobo);
  return {
    json: { id: String(id), resolution, float },
    text: `Finding ${id} is resolved${entryKobo === 0n ? '' : `, and our float changes by NGN ${float}`}.`,
  };
}
