import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { AccountRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, messageOf } from '../../api/request';
import { DialogButton } from '../../ui/form/dialog-button';
import { DialogForm } from '../../ui/form/dialog-form';
import { type Field, Inputs } from '../../ui/form/inputs';
import { AccountLink } from '../links';
import { FundingSteps } from './fund-account';

/** Funds the account whose payment reference stands in the narration of a transfer. */
export const FundByReference = () => (
  <DialogButton button="Fund by payment reference" title="Fund by payment reference">
    {(close) => <Steps onClose={close} />}
  </DialogButton>
);

const FIELD: Field<'reference'> = {
  name: 'reference',
  label: 'Payment reference',
  description: 'From the narration of the transfer, such as TUP-7K2MRW.',
  most: 50,
  focus: true,
};

function Steps({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState({ reference: '' });
  const {
    mutateAsync,
    isPending,
    error,
    data: account,
  } = useMutation({
    mutationFn: () => getJson<AccountRow>('/api/operator/accounts/by-payment-reference', typed),
  });
  const find = async () => {
    await mutateAsync().catch(() => undefined); // the form shows the error
    return false;
  };
  if (account !== undefined)
    return (
      <Stack>
        <Text>
          This payment reference belongs to <AccountLink account={account} underline="always" />. Compare the name with
          the sender of the transfer.
        </Text>
        <FundingSteps account={account} onClose={onClose} />
      </Stack>
    );
  return (
    <DialogForm onClose={onClose} submit="Find account" busy={isPending} fault={null} onSubmit={find}>
      <Inputs
        fields={[{ ...FIELD, fault: error === null ? undefined : messageOf(error) }]}
        typed={typed}
        faults={{}}
        onType={setTyped}
      />
    </DialogForm>
  );
}
