import type { ReadDay, Reconciled } from '@topup/core/reconciliation';
import { formatNaira } from '@topup/core/shared';
import { facts, time } from '../../output';

export const agreementText = ({ opened, cleared, open }: Reconciled): string =>
  `${opened} findings opened, ${cleared} gone, ${open} open.${open > 0 ? ' `recon findings` lists them.' : ''}`;

export const sumsToJson = (sums: ReadDay) => ({
  provider: sums.provider,
  day: sums.day,
  basis: sums.basis,
  rows: sums.rows,
  attempts: sums.attempts,
  opening: formatNaira(sums.openingKobo),
  debits: formatNaira(sums.debitsKobo),
  credits: formatNaira(sums.creditsKobo),
  unlisted: formatNaira(sums.unlistedKobo),
  closing: formatNaira(sums.closingKobo),
  cost: formatNaira(sums.costKobo),
  earlier: formatNaira(sums.earlierKobo),
  floatOpening: formatNaira(sums.floatOpeningKobo),
  entries: formatNaira(sums.entriesKobo),
  floatClosing: formatNaira(sums.floatClosingKobo),
  carried: formatNaira(sums.carriedKobo),
  drift: formatNaira(sums.driftKobo),
  unexplained: formatNaira(sums.unexplainedKobo),
  openOrders: sums.open,
  openFindings: sums.findings,
  unknownCosts: sums.unknownCosts,
  closedBy: sums.closed?.by ?? null,
  closedAt: sums.closed?.at ?? null,
});

export function sumsToText(sums: ReadDay): string {
  const json = sumsToJson(sums);
  return [
    facts([
      ['provider', `${json.provider}, ${json.day}, by its ${json.basis === 'rows' ? 'rows' : 'balance at intervals'}`],
      ['closed', sums.closed === null ? 'no' : `by ${sums.closed.by}, ${time(sums.closed.at)}`],
      ['opening', json.opening],
      ['credits', json.credits],
      ['debits', json.debits],
      ['without a row', json.unlisted],
      ['closing', json.closing],
    ]),
    facts([
      ['our float, opening', json.floatOpening],
      ['accepted', json.entries],
      ['our cost', json.cost],
      ['of closed days', json.earlier],
      ['our float, closing', json.floatClosing],
      ['carried over', json.carried],
    ]),
    facts([
      ['drift', json.drift],
      ['unexplained', json.unexplained],
      ['open orders', String(json.openOrders)],
      ['open findings', String(json.openFindings)],
      ['costs not known', String(json.unknownCosts ?? '-')],
    ]),
  ].join('\n\n');
}
