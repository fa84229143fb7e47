import type { OperatorPurchase } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { countText } from '../../format/numbers';
import { Money } from '../../ui/text/money';
import { When } from '../../ui/text/when';

/** How the provider stands to a purchase. */
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
    ['Times sent', countText(sends)],
    ['Times asked', countText(checks)],
    ['Asked next', <When key="next" at={nextCheckAt} never="not by itself" />],
  ];
}
