import { Text } from '@mantine/core';
import type { OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/names';
import { ourName } from './our-name';

/** A product of ours: its name, and the text that names it. */
export function Ours({ ours }: { ours: OurProductRow }) {
  const isPlan = ours.type === 'DATA' || ours.type === 'CABLE_TV';
  return (
    <>
      {isPlan ? ourName(ours) : `${PRODUCTS[ours.type]}, ${ourName(ours)}`}
      <Text span size="xs" c="dimmed" display="block">
        {ours.product}
      </Text>
    </>
  );
}

/** A product in the words of its provider. */
export function Theirs({ theirs: { provider, name, code, amount, gone } }: { theirs: ProviderProductRow }) {
  return (
    <>
      {name}
      <Text span size="xs" c="dimmed" display="block">
        {providerName(provider)} {code}
        {amount !== null && ` at ₦${amount}`}
        {gone && ', no longer listed'}
      </Text>
    </>
  );
}

/** An open amount has no cost of its own. */
export function Cost({ amount }: { amount: string | null | undefined }) {
  return amount == null ? (
    <Text span c="dimmed">
      Any amount
    </Text>
  ) : (
    <Money amount={amount} />
  );
}
