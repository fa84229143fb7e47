import { Text } from '@mantine/core';
import { readAmount } from '../../format/amount';
import { ActionDialog } from '../../ui/form/action-form';

type Props = { path: string; invalidates: string[]; threshold: string | null };

/** Sets the threshold of the balance: for the owners on their wallet page, for operators in the console. */
export const ChangeLowBalance = ({ path, invalidates, threshold: set }: Props) => (
  <ActionDialog
    dialog={{ button: set === null ? 'Set threshold' : 'Change threshold', title: 'Low-balance threshold' }}
    path={path}
    invalidates={invalidates}
    start={{ threshold: set ?? '' }}
    fields={[
      {
        name: 'threshold',
        label: 'Threshold in naira',
        description: 'Leave empty for no threshold.',
        as: 'naira',
        optional: true,
        focus: true,
      },
    ]}
    // other text is sent as typed: the server says what is wrong with it
    body={({ threshold }) => ({ threshold: threshold === '' ? null : (readAmount(threshold) ?? threshold) })}
    submit="Save"
    done={() => 'Threshold saved'}
    about={
      <Text size="sm">
        When the balance falls below this amount, we e-mail the account owners and show a warning in the dashboard. The
        API reports it too. Purchases continue. We e-mail again only after the balance has recovered.
      </Text>
    }
  />
);
