import { Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AccountRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, messageOf } from '../../api/request';
import { ActionForm, type Field, Inputs } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm } from '../../ui/form/form';
import { EmptyState, Page } from '../../ui/page/page';
import { type Column, ListPanel } from '../../ui/table/table-panel';
import { Money, StatusBadge, When, wordsOf } from '../../ui/text/values';
import { AccountLink } from '../links';
import { useTierField } from '../prices/tiers';
import { FundingSteps } from './change-wallet';

export default function OperatorAccountsPage() {
  const actions = (
    <>
      <FundByReference />
      <CreateAccount />
    </>
  );
  return (
    <Page title="Accounts" actions={actions}>
      <ListPanel
        title="All accounts"
        caption="Accounts"
        path="/api/operator/accounts"
        filters={[
          { name: 'search', label: 'Name, ID or payment reference' },
          { name: 'status', label: 'Status', choices: wordsOf('active', 'suspended') },
          { name: 'low', label: 'Balance below 24 hours of spending', on: 'true' },
          { name: 'webhook', label: 'Failing webhook', on: 'failing' },
        ]}
        columns={columns}
        idOf={({ id }) => id}
        empty={(filtered) =>
          filtered ? (
            <EmptyState title="No matching accounts" icon={IconBuildingStore}>
              Search by part of the name, or by the full account ID or payment reference. Or remove a filter.
            </EmptyState>
          ) : (
            <EmptyState title="No accounts yet" icon={IconBuildingStore} action={<CreateAccount />}>
              An account has a wallet, API keys, and users who sign in here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

const columns: Column<AccountRow>[] = [
  { header: 'Name', cell: (account) => <AccountLink account={account} />, names: true },
  { header: 'Status', phone: 'plain', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Balance', phone: 'end', cell: ({ balance }) => <Money amount={balance} />, end: true },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
];

const CreateAccount = () => (
  <DialogButton
    button="Create account"
    variant="filled"
    leftSection={<IconPlus size={16} aria-hidden />}
    title="Create account"
  >
    {(close) => <CreateForm onClose={close} />}
  </DialogButton>
);

function CreateForm({ onClose }: { onClose(): void }) {
  const tierField = useTierField();
  const navigate = useNavigate();
  return (
    <ActionForm<{ name: string; tier: string }, AccountRow>
      path="/api/operator/accounts"
      invalidates={['/api/operator/accounts', '/api/operator/overview']}
      start={{ name: '', tier: '' }}
      fields={[
        { name: 'name', label: 'Name', description: 'The client sees this name on every page.', focus: true },
        tierField,
      ]}
      submit="Create account"
      ready={({ tier }) => tier !== ''}
      done={({ id, name }) => {
        void navigate({ to: '/operator/accounts/$id', params: { id } });
        return `Account “${name}” was created. Invite its owner next.`;
      }}
      onClose={onClose}
    />
  );
}

/** Funds the account whose payment reference stands in the narration of a transfer. */
const FundByReference = () => (
  <DialogButton button="Fund by payment reference" title="Fund by payment reference">
    {(close) => <FindAccount onClose={close} />}
  </DialogButton>
);

const PAYMENT_REFERENCE: Field<'reference'> = {
  name: 'reference',
  label: 'Payment reference',
  description: 'From the narration of the transfer, such as TUP-7K2MRW.',
  most: 50,
  focus: true,
};

function FindAccount({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState({ reference: '' });
  const { mutateAsync, isPending, error, data } = useMutation({
    mutationFn: () => getJson<AccountRow>('/api/operator/accounts/by-payment-reference', typed),
  });
  const find = async () => {
    await mutateAsync().catch(() => undefined); // the form shows the error
    return false;
  };
  if (data !== undefined)
    return (
      <Stack>
        <Text>
          This payment reference belongs to <AccountLink account={data} underline="always" />. Compare the name with the
          sender of the transfer.
        </Text>
        <FundingSteps account={data} onClose={onClose} />
      </Stack>
    );
  return (
    <DialogForm onClose={onClose} submit="Find account" busy={isPending} fault={null} onSubmit={find}>
      <Inputs
        fields={[{ ...PAYMENT_REFERENCE, fault: error === null ? undefined : messageOf(error) }]}
        typed={typed}
        faults={{}}
        onType={setTyped}
      />
    </DialogForm>
  );
}
