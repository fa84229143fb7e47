import { Group } from '@mantine/core';
import type { Claim, Transaction } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { ActionDialog } from '../../ui/form/action-form';
import { FactsPanel, StatusBadge, When } from '../../ui/text/values';

/** Shows the claim that a purchase was not received, and its answer. `actions`: of operators. */
export const ClaimPanel = ({ claim, actions }: { claim: Claim | null; actions?: ReactNode }) =>
  claim && (
    <FactsPanel
      title="Claim: not received"
      actions={
        <Group gap="xs">
          <StatusBadge status={claim.state} />
          {actions}
        </Group>
      }
      rows={[
        ['Note', claim.note],
        ['Filed', <When key="filed" at={claim.filedAt} />],
        claim.answeredAt !== null && ['Answered', <When key="answered" at={claim.answeredAt} />],
        claim.answer !== null && ['Answer', claim.answer],
      ]}
    />
  );

/** Files the one claim of a successful purchase. */
export function ReportNotReceived({ reference }: Pick<Transaction, 'reference'>) {
  const path = `/api/transactions/${encodeURIComponent(reference)}`;
  return (
    <ActionDialog<{ note: string }, Claim>
      dialog={{ button: 'Report as not received', title: 'Report as not received' }}
      path={`${path}/claim`}
      invalidates={[path]}
      start={{ note: '' }}
      fields={[
        {
          name: 'note',
          label: 'What does your customer say?',
          description: 'We ask the provider. You read our answer here, and the owners get it by e-mail.',
          most: 500,
        },
      ]}
      submit="Report"
      done={({ state }) => (state === 'open' ? 'Reported. This page shows our answer.' : null)}
    />
  );
}
