import type { OperatorPurchase } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers';
import { Money } from '../../ui/text/money';
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
    ['Provider', provider],
    ['Its reference', providerRef ?? 'none yet'],
    ['Times sent', formatCount(sends)],
    ['Times asked', formatCount(checks)],
    ['Asked next', <When key="next" at={nextCheckAt} never="not by itself" />],
  ];
}

/** What the purchase has cost us, and what it has earned. */
export function marginFacts({ status, cost, margin, marginPercent }: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Cost to us', cost === null ? 'not known' : <Money key="cost" amount={cost} />],
    [
      'Margin',
      margin === null ? (
        status === 'success' ? (
          'not known'
        ) : (
          'none: only a success earns'
        )
      ) : (
        <span key="margin">
          <Money amount={margin} fw={600} gain /> ({percentText(marginPercent)})
        </span>
      ),
    ],
  ];
}
