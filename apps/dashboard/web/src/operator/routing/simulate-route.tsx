import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Product, RouteSimulation, RoutingState } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { PRODUCTS } from '../../account/transactions/transaction-filters';
import { thingQuery } from '../../api/queries';
import { NairaInput } from '../../ui/form/naira-input';
import { Loaded } from '../../ui/page/loaded';
import { Money } from '../../ui/text/money';
import { providerName, serviceName } from '../../ui/text/names';

const VARIATIONS: Record<string, string> = { prepaid: 'Prepaid', postpaid: 'Postpaid' };

type Asked = { product: Product; service: string; amount: string; code: string };

/** Asks where an order would go, and shows why not to the providers before. */
export function SimulateRoute({ products }: Pick<RoutingState, 'products'>) {
  const [product, setProduct] = useState<Product>('AIRTIME');
  const { services = [], list = null, variations = [] } = products.find((each) => each.product === product) ?? {};
  const [service, setService] = useState('');
  const [amount, setAmount] = useState('100');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked({ product, service: services.includes(service) ? service : (services[0] ?? ''), amount, code });
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="Product"
            data={products.map((each) => ({ value: each.product, label: PRODUCTS[each.product] }))}
            value={product}
            onChange={({ currentTarget }) => {
              const next = products.find((each) => each.product === currentTarget.value);
              if (next === undefined) return;
              setProduct(next.product);
              setCode(next.variations[0] ?? '');
            }}
          />
          <NativeSelect
            label="Service"
            data={services.map((each) => ({ value: each, label: serviceName(each) }))}
            value={service}
            onChange={({ currentTarget }) => setService(currentTarget.value)}
          />
          {variations.length > 0 && (
            <NativeSelect
              label="Meter"
              data={variations.map((each) => ({ value: each, label: VARIATIONS[each] ?? each }))}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
          {list !== null && (
            <TextInput
              required
              label={list === 'plan' ? 'Plan code' : 'Package code'}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
          )}
          <NairaInput label="Amount" value={amount} onChange={setAmount} />
          <Button type="submit" variant="default">
            Simulate
          </Button>
        </Group>
      </form>
      {asked !== null && <Answer asked={asked} />}
    </Stack>
  );
}

function Answer({ asked }: { asked: Asked }) {
  const { code, ...rest } = asked;
  const query = { ...rest, ...(code.trim() !== '' && { code: code.trim() }) };
  const simulation = useQuery({
    ...thingQuery<RouteSimulation>('/api/operator/routing/simulation', { query }),
    gcTime: 0, // another moment may have another answer
  });
  return (
    <Loaded query={simulation} height={60}>
      {({ chosen, cost, despite, passed }) => (
        <Stack gap={4}>
          {passed.map(({ provider, why }) => (
            <Text key={provider} size="sm">
              {providerName(provider)} is skipped: {why}.
            </Text>
          ))}
          <Text size="sm" fw={650}>
            {chosen === null
              ? 'No provider can take this order now.'
              : `${providerName(chosen)} would take this order${despite === null ? '' : `, although ${despite}`}.`}
          </Text>
          {cost !== null && (
            <Text size="sm">
              It would charge <Money amount={cost} />.
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
