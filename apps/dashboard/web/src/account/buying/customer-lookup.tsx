import { Alert, Button, Group } from '@mantine/core';
import { IconInfoCircle, IconUserSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { CustomerLookup, Products } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { getJson, messageOf, type Query } from '../../api/request';
import { FaultAlert } from '../../ui/page/page';
import { Facts, Money } from '../../ui/text/values';
import { type FoundCustomer, packageNames } from './product-forms';

type Looking = { look(asked: Query): void; of(asked: Query | undefined): Answer };
type Answer = { busy: boolean; fault: string | null; customer: CustomerLookup | null };

/** Asks whose number it is. An answer holds until the number, or what belongs to it, is changed. */
export function useCustomerLookup(onFound: (found: FoundCustomer) => void): Looking {
  const { mutate, variables, data, error, isPending } = useMutation({
    mutationFn: (asked: Query) => getJson<CustomerLookup>('/api/buying/lookup', asked),
    onSuccess: (customer) => {
      if (customer.found) onFound(customer);
    },
  });
  return {
    look: (asked) => mutate(asked),
    of(asked) {
      const isOfIt = asked !== undefined && JSON.stringify(variables) === JSON.stringify(asked);
      if (!isOfIt) return { busy: false, fault: null, customer: null };
      return { busy: isPending, fault: error && messageOf(error), customer: data ?? null };
    },
  };
}

type Props = { what: string; ready: boolean; answer: Answer; products: Products; onLook(): void };

export const Customer = ({ what, ready, answer: { busy, fault, customer }, products, onLook }: Props) => (
  <>
    <Group>
      <Button
        variant="default"
        leftSection={<IconUserSearch size={16} aria-hidden />}
        loading={busy}
        disabled={!ready}
        onClick={onLook}
      >
        Look up {what}
      </Button>
    </Group>
    <div role="status">
      {customer?.found && (
        <Alert variant="outline" color="teal" icon={<IconInfoCircle aria-hidden />} title={customer.customerName}>
          <Facts rows={customerFacts(products, customer)} />
        </Alert>
      )}
    </div>
    <FaultAlert fault={fault ?? (customer?.found === false ? notFound(what, customer.reason) : null)} />
  </>
);

const notFound = (what: string, reason: string): ReactNode =>
  `The provider doesn’t know this ${what}${reason === '' ? '.' : `: ${reason}`}`;

const customerFacts = (products: Products, customer: FoundCustomer) => {
  const { address, minimumAmount, arrears, packageCodes = [], renewalAmount, status, dueDate } = customer;
  return [
    ...(address ? [['Address', address] as const] : []),
    ...(minimumAmount ? [['Minimum', <Money key="minimum" amount={minimumAmount} />] as const] : []),
    ...(arrears ? [['Arrears', <Money key="arrears" amount={arrears} />] as const] : []),
    ...(packageCodes.length > 0 ? [['Current package', packageNames(products, packageCodes)] as const] : []),
    ...(renewalAmount ? [['Renewal', <Money key="renewal" amount={renewalAmount} />] as const] : []),
    ...(status ? [['Status', status] as const] : []),
    ...(dueDate ? [['Due', dueDate] as const] : []),
  ];
};
