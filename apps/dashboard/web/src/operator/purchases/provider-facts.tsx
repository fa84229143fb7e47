import type { OperatorPurchase } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../format/numbers';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';

/** The provider's part of a purchase. */
export function providerFacts({
  provider,
  providerRef,
  cost,
  sends,
  checks,
  nextCheckAt,
}: OperatorPurchase): [string, ReactNode][] {
  return [
    ['Provider', provider],
    ['Its reference', providerRef ?? 'none yet'],
    ['Cost to us', cost === null ? 'not known' : <Money key="cost" amount={cost} />],
    ['Times sent', formatCount(sends)],
    ['Times asked', formatCount(checks)],
    ['Asked next', <When key="next" at={nextCheckAt} never="not by itself" />],
  ];
}
