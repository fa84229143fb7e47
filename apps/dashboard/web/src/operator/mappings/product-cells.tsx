import { Text } from '@mantine/core';
import type { OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { Money } from '../../ui/text/money';

/** A product of ours: its name, and the text that names it. */
export function Ours({ ours }: { ours: OurProductRow }) {
  const isPlan = ours.type === 'DATA' || ours.type === 'CABLE_TV';
  return (
    <>
      {isPlan ? ours.name : `${PRODUCTS[ours.type]}, ${ours.name}`}
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
        {provider} {code}
        {amount !== null && ` at ${amount}`}
        {gone && ', not listed any more'}
      </Text>
    </>
  );
}

/** An open amount has no cost of its own. */
export function Cost({ amount }: { amount: string | null | undefined }) {
  return amount == null ? (
    <Text span c="dimmed">
      open
    </Text>
  ) : (
    <Money amount={amount} />
  );
}
