import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { counted } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';
import { Money } from '../../ui/text/money';
import { providerName } from '../../ui/text/provider-name';

/** What an operator should look at first. Hidden when there is nothing. */
export function NeedsAttention({ overview }: { overview: OperatorOverview }) {
  const items = itemsOf(overview);
  if (items.length === 0) return null;
  return (
    <Alert color="red" variant="outline" title="Needs attention" icon={<IconAlertTriangle aria-hidden />}>
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
                {counted(review, 'purchase needs', 'purchases need')} review
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
                {counted(stoppedPlans, 'data plan is', 'data plans are')} stopped because of the cost
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
                The books are not balanced
              </TextLink>
            ),
          },
        ]
      : []),
  ];
}

function floatItems({ provider, fault, low, amount }: OperatorOverview['floats'][number]) {
  return [
    ...(fault === null ? [] : [{ id: `float ${provider}`, words: `${providerName(provider)}: ${fault}` }]),
    ...(low && amount !== null
      ? [
          {
            id: `low ${provider}`,
            words: (
              <TextLink to="/operator/provider">
                Low float at {providerName(provider)}: <Money amount={amount} />
              </TextLink>
            ),
          },
        ]
      : []),
  ];
}
