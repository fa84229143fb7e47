import { countOpenFindings, lastClosedDay, readCoverage, readDay } from '@topup/core/reconciliation';
import { type Db, formatNaira } from '@topup/core/shared';
import { type Report, table, time } from '../../output';
import { providerFacts, requireProvider } from '../../providers';
import { Misuse, refusalOf } from '../../refusal';
import { withDatabase } from '../../with-database';
import { sumsToText } from './texts';

/** The state of each provider, or the sums of a day: a closed one is shown as it was signed. */
export async function report({ provider, day }: { provider?: string; day?: string }): Promise<Report> {
  if (day !== undefined) {
    if (provider === undefined) throw new Misuse('--day needs --provider.');
    requireProvider(provider);
    const sums = await withDatabase((db) => readDay(db, provider, day));
    if (sums === null) throw refusalOf({ kind: 'statement_incomplete', day });
    return { json: sums, text: sumsToText(sums) };
  }
  const names = provider === undefined ? providerFacts().map(({ name }) => name) : [requireProvider(provider).name];
  const states = await withDatabase((db) => Promise.all(names.map((name) => stateOf(db, name))));
  const rows = states.map((state) => [
    ...[state.provider, time(state.since), time(state.until), state.closed ?? '-'],
    ...[String(state.open), state.overcharged],
  ]);
  const headings = ['PROVIDER', 'COVERED FROM', 'COVERED TO', 'CLOSED UP TO', 'OPEN FINDINGS', 'OVERCHARGED'];
  return { json: states, text: table(headings, rows, 'There is no provider.') };
}

async function stateOf(db: Db, provider: string) {
  const coverage = await readCoverage(db, provider);
  const closed = await lastClosedDay(db, provider);
  const counts = (await countOpenFindings(db)).filter((one) => one.provider === provider);
  return {
    provider,
    since: coverage?.from ?? null,
    until: coverage?.to ?? null,
    closed: closed?.day ?? null,
    open: counts.reduce((sum, { open }) => sum + open, 0),
    overcharged: formatNaira(counts.reduce((sum, { overchargedKobo }) => sum + overchargedKobo, 0n)),
    kinds: Object.fromEntries(counts.map(({ kind, open }) => [kind, open])),
  };
}
