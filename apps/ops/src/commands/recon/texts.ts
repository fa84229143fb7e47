import type { ReadDay, Reconciled } from '@topup/core/reconciliation';
import { toWire } from '@topup/core/shared';
import { facts } from '../../output';

export const agreementText = ({ opened, cleared, open }: Reconciled): string =>
  `${opened} findings opened, ${cleared} gone, ${open} open.${open > 0 ? ' `recon findings` lists them.' : ''}`;

export function sumsToText(sums: ReadDay): string {
  const json = toWire(sums);
  return [
    facts([
      ['provider', `${json.provider}, ${json.day}, by its ${json.basis === 'rows' ? 'rows' : 'balance at intervals'}`],
      ['closed', json.closedBy === null ? 'no' : `by ${json.closedBy}, ${json.closedAt}`],
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
