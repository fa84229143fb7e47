import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CheckedOrder, Product, Products } from '@topup/dashboard-contract';
import { type FormEvent, useRef, useState } from 'react';
import { getJson, type Query } from '../../api/request';
import { Inputs } from '../../ui/form/action-form';
import { faultsOf } from '../../ui/form/form';
import { FaultAlert } from '../../ui/page/page';
import { Hint, Money } from '../../ui/text/values';
import { type Bought, CheckDialog } from './check-dialog';
import { Customer, useCustomerLookup } from './customer-lookup';
import { NOTHING_TYPED, PRODUCT_FORMS } from './product-forms';

type Props = { product: Product; products: Products; onBought(bought: Bought): void };

/** One order of a product: it is filled in, checked by the server, and bought in the dialog that shows the check. */
export function OrderForm({ product, products, onBought }: Props) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const { look, of } = useCustomerLookup(({ packageCodes = [] }) =>
    setTyped((now) => ({ ...now, subscription: packageCodes.length > 0 ? 'renew' : 'change', packageCode: '' })),
  );
  const purchaseId = usePurchaseId();
  const checking = useMutation({ mutationFn: (order: Query) => getJson<CheckedOrder>('/api/buying/check', order) });
  const [checked, setChecked] = useState<{ order: Query; id: string; check: CheckedOrder } | null>(null);

  // whose number it is does not depend on what was found of it
  const { lookup } = PRODUCT_FORMS[product]({ products, typed, found: null });
  const answer = of(lookup?.asked);
  const found = answer.customer?.found ? answer.customer : null;
  const { whose, what, order, price } = PRODUCT_FORMS[product]({ products, typed, found });
  const shown = [...whose, ...what].map(({ name }) => name);
  const { fault, fields } = faultsOf(checking.error, shown);
  const values = order.packageCode === undefined ? typed : { ...typed, packageCode: order.packageCode };

  const check = (event: FormEvent) => {
    event.preventDefault();
    checking.mutate(order, { onSuccess: (given) => setChecked({ order, id: purchaseId.of(order), check: given }) });
  };
  return (
    <>
      <form onSubmit={check}>
        <Stack maw="28rem">
          <FaultAlert fault={fault} />
          <Inputs fields={whose} typed={typed} faults={fields} onType={setTyped} />
          {lookup !== undefined && (
            <Customer
              what={lookup.what}
              ready={Object.values(lookup.asked).every((text) => text !== '')}
              answer={answer}
              products={products}
              onLook={() => look(lookup.asked)}
            />
          )}
          <Inputs fields={what} typed={values} faults={fields} onType={setTyped} />
          {price !== undefined && (
            <Text size="sm">
              Price <Money amount={price} fw={600} />
            </Text>
          )}
          <Group>
            <Button type="submit" loading={checking.isPending}>
              Continue
            </Button>
            <Hint>You see the cost before you buy.</Hint>
          </Group>
        </Stack>
      </form>
      <CheckDialog
        checked={checked}
        onClose={() => setChecked(null)}
        onRefused={(code) => code === 'batch_id_taken' && purchaseId.forget()}
        onBought={onBought}
      />
    </>
  );
}

/**
 * The id of a purchase, made once for one order: when an answer is lost and the person goes back and sends the same
 * order again, it is bought once.
 */
function usePurchaseId() {
  const known = useRef<{ of: string; id: string } | null>(null);
  return {
    of(order: Query): string {
      const text = JSON.stringify(order);
      if (known.current?.of !== text) known.current = { of: text, id: crypto.randomUUID() };
      return known.current.id;
    },
    forget() {
      known.current = null;
    },
  };
}
