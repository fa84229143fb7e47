import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AccountDetail, LimitName } from '@topup/dashboard-contract';
import { useState } from 'react';
import { formatCount } from '../../format/numbers';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

/** The kinds of request in the order of the form, with their labels. */
export const LIMITS: readonly [LimitName, string][] = [
  ['purchases', 'Purchases'],
  ['status', 'Status queries'],
  ['lookups', 'Lookups'],
  ['other', 'Other requests'],
];

export function ChangeLimits({ account }: { account: AccountDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Change limits
      </Button>
      <Modal opened={opened} onClose={close} title={`Change limits of ${account.name}`}>
        <LimitsForm account={account} onClose={close} />
      </Modal>
    </>
  );
}

function LimitsForm({
  account: { id, name, limits: now, defaultLimits },
  onClose,
}: {
  account: AccountDetail;
  onClose(): void;
}) {
  const [typed, setTyped] = useState<Partial<Record<LimitName, string>>>(
    Object.fromEntries(LIMITS.map(([limit]) => [limit, now[limit] === null ? '' : formatCount(now[limit])])),
  );
  const { send, busy, fault, fields } = useSend<Record<string, number | string | null>>(
    `/api/operator/accounts/${id}/limits`,
    {
      invalidates: ['/api/operator/accounts'],
      shown: LIMITS.map(([limit]) => limit),
    },
  );
  const change = async () => {
    const sent = await send(Object.fromEntries(LIMITS.map(([limit]) => [limit, readLimit(typed[limit] ?? '')])));
    if (sent !== null) notifyDone(`The limits of ${name} were changed.`);
    return sent !== null;
  };
  return (
    <DialogForm onClose={onClose} submit="Change limits" busy={busy} fault={fault} onSubmit={change}>
      <Text size="sm">
        The most requests that the account can make per minute, with all its API keys together. Leave a field empty to
        use the default.
      </Text>
      {LIMITS.map(([limit, label]) => (
        <TextInput
          key={limit}
          label={label}
          placeholder={`Default: ${formatCount(defaultLimits[limit])}`}
          inputMode="numeric"
          value={typed[limit]}
          error={fields[limit]}
          onChange={({ currentTarget }) => setTyped({ ...typed, [limit]: currentTarget.value })}
        />
      ))}
      <Text size="sm" c="dimmed">
        Applies within a second. The API answers further requests with 429 and debits nothing.
      </Text>
    </DialogForm>
  );
}

/** "12,000" → 12000; an empty field → null. Other text is sent as typed: the server says what is wrong with it. */
function readLimit(typed: string): number | string | null {
  const text = typed.replaceAll(/[\s,]/g, '');
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : typed;
}
