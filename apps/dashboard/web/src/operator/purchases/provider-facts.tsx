import type { OperatorPurchase } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { When } from '../../ui/text/when';
import { percentText } from '../margin/margin-groups';

/** The provider's part of a purchase. */
export function providerFacts({
  provider,
  providerRef,
  sends,
  checks,
  nextCheckAt,
}: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Provider', providerName(provider)],
    ['Provider reference', providerRef ?? 'None yet'],
    ['Times sent', formatCount(sends)],
    ['Requeries', formatCount(checks)],
    ['Next requery', <When key="next" at={nextCheckAt} never="Not scheduled" />],
  ];
}

/** What the purchase has cost us, and what it has earned. */
export function marginFacts({ status, cost, margin, marginPercent }: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Cost', cost === null ? 'Unknown' : <Money key="cost" amount={cost} />],
    [
      'Margin',
      margin === null ? (
        status === 'success' ? (
          'Unknown'
        ) : (
          'None: only successful purchases earn'
        )
      ) : (
        <span key="margin">
          <Money amount={margin} fw={600} gain /> ({percentText(marginPercent)})
        </span>
      ),
    ],
  ];
}
