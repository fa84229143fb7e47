import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OperatorOverview } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { counted } from '../../format/numbers';
import { TextLink } from '../../ui/text/links';

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

function itemsOf({ review, stoppedPlans, float, books }: OperatorOverview): { id: string; words: ReactNode }[] {
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
    ...(float.fault === null ? [] : [{ id: 'float', words: <>The provider’s float is not known: {float.fault}</> }]),
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
