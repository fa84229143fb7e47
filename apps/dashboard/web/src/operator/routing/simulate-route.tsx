import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RouteSimulation, RoutingState } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { thingQuery } from '../../api/queries';
import { PRODUCTS } from '../../generated/vocabulary';
import { type Field, Inputs } from '../../ui/form/action-form';
import { Loaded } from '../../ui/page/page';
import { providerName, serviceName } from '../../ui/text/names';
import { Money } from '../../ui/text/values';

type Asked = { product: string; service: string; amount: string; code: string };

const VARIATIONS: Record<string, string> = { prepaid: 'Prepaid', postpaid: 'Postpaid' };

/** The field that an order has beside its service and amount. */
function codeField({ list, variations }: RoutingState['products'][number]): Omit<Field<'code'>, 'name'> | undefined {
  if (list !== null) return { label: list === 'plan' ? 'Plan code' : 'Package code' };
  if (variations.length === 0) return undefined;
  return { label: 'Meter', choices: variations.map((each) => [each, VARIATIONS[each] ?? each] as const) };
}

/** Asks where an order would go, and shows why not to the providers before. */
export function SimulateRoute({ products }: Pick<RoutingState, 'products'>) {
  const [typed, setTyped] = useState<Asked>({ product: 'AIRTIME', service: '', amount: '100', code: '' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { product } = typed;
  const chosen = products.find((each) => each.product === product);
  const services = chosen?.services ?? [];
  const code = chosen && codeField(chosen);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A select shows its first value while none of its values is chosen.
    const service = services.includes(typed.service) ? typed.service : (services[0] ?? '');
    setAsked({ ...typed, service, code: typed.code.trim() || (code?.choices?.[0]?.[0] ?? '') });
  };
  const fields: Field<keyof Asked>[] = [
    {
      name: 'product',
      label: 'Product',
      choices: products.map((each) => [each.product, PRODUCTS[each.product]] as const),
      empties: 'code',
    },
    { name: 'service', label: 'Service', choices: services.map((each) => [each, serviceName(each)] as const) },
    ...(code === undefined ? [] : [{ ...code, name: 'code' as const }]),
    { name: 'amount', label: 'Amount', as: 'naira', optional: true },
  ];
  return (
    <Stack gap="sm">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <Inputs fields={fields} typed={typed} faults={{}} onType={setTyped} />
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
  const simulation = useQuery({
    ...thingQuery<RouteSimulation>('/api/operator/routing/simulation', { query: asked }),
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
