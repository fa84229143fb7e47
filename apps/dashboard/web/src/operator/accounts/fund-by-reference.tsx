import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import type { AccountRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, messageOf } from '../../api/request';
import { DialogForm } from '../../ui/form/dialog-form';
import { TextLink } from '../../ui/text/links';
import { FundingSteps } from './fund-account';

/** Funds the account whose payment reference stands in the narration of a transfer. */
export function FundByReference() {
  const [opened, { open, close }] = useDisclosure(false);
  const sending = useIsMutating() > 0;
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Fund by payment reference
      </Button>
      <Modal opened={opened} onClose={close} title="Fund by payment reference" closeOnEscape={!sending}>
        <Steps onClose={close} />
      </Modal>
    </>
  );
}

function Steps({ onClose }: { onClose(): void }) {
  const [reference, setReference] = useState('');
  const {
    mutateAsync,
    isPending,
    error,
    data: account,
  } = useMutation({
    mutationFn: () => getJson<AccountRow>('/api/operator/accounts/by-payment-reference', { reference }),
  });
  const find = async () => {
    await mutateAsync().catch(() => undefined); // the form shows the error
    return false;
  };
  if (account !== undefined)
    return (
      <Stack>
        <Text>
          This payment reference belongs to{' '}
          <TextLink to="/operator/accounts/$id" params={{ id: account.id }} underline="always">
            {account.name}
          </TextLink>
          . Compare the name with the sender of the transfer.
        </Text>
        <FundingSteps account={account} onClose={onClose} />
      </Stack>
    );
  return (
    <DialogForm onClose={onClose} submit="Find account" busy={isPending} fault={null} onSubmit={find}>
      <TextInput
        label="Payment reference"
        description="From the narration of the transfer, such as TUP-7K2MRW."
        required
        maxLength={50}
        data-autofocus
        value={reference}
        error={error === null ? undefined : messageOf(error)}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </DialogForm>
  );
}
