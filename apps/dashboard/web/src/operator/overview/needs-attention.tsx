import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { counted } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';

/** What an operator should look at first. Hidden when there is nothing. */
export function NeedsAttention({ overview }: { overview: OperatorOverview }) {
  const items = itemsOf(overview);
  if (items.length === 0) return null;
  return (
    <Alert color="red" variant="outline" title="Look at this first" icon={<IconAlertTriangle aria-hidden />}>
      <List size="sm" spacing={4}>
        {items.map(({ id, words }) => (
          <List.Item key={id}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function itemsOf({ review, stoppedPlans, floats, books }: OperatorOverview): { id: string; words: ReactNode }[] {
  const unsound = books !== null && books.sound === false;
  return [
    ...(review === 0
      ? []
      : [
          {
            id: 'review',
            words: (
              <TextLink to="/operator/purchases" search={{ review: 'true' }}>
                {counted(review, 'purchase needs', 'purchases need')} a person’s decision
              </TextLink>
            ),
          },
        ]),
    ...(stoppedPlans === 0
      ? []
      : [
          {
            id: 'stopped',
            words: (
              <TextLink to="/operator/catalogue">
                {counted(stoppedPlans, 'data plan is', 'data plans are')} out of sale because of the cost
              </TextLink>
            ),
          },
        ]),
    ...floats.flatMap((float) => floatItems(float)),
    ...(unsound
      ? [
          {
            id: 'books',
            words: (
              <TextLink to="/operator/books/$id" params={{ id: books.id }}>
                The last check of the books found faults
              </TextLink>
            ),
          },
        ]
      : []),
  ];
}

function floatItems({ provider, fault, low, amount }: OperatorOverview['floats'][number]) {
  return [
    ...(fault === null
      ? []
      : [{ id: `float ${provider}`, words: `The float at ${provider} could not be read: ${fault}` }]),
    ...(low && amount !== null
      ? [
          {
            id: `low ${provider}`,
            words: (
              <TextLink to="/operator/provider">
                The float at {provider} is below its mark: <Money amount={amount} />
              </TextLink>
            ),
          },
        ]
      : []),
  ];
}
