import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { KeyLimits, KeyRow, NewKey } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../../api/queries';
import { useMay } from '../../../layout/use-me';
import { ConfirmAction, rowOpener } from '../../../ui/form/dialog';
import { DialogForm, useSend } from '../../../ui/form/form';
import { EmptyState, Page } from '../../../ui/page/page';
import { type Column, TablePanel } from '../../../ui/table/table-panel';
import { When } from '../../../ui/text/values';
import { ShownOnceDialog } from '../shown-once';
import { ChangeKeyLimits, LIMIT_FIELDS, LimitInputs } from './change-key-limits';
import { keyColumns } from './key-columns';
import { NO_LIMITS, toKeyLimits } from './typed-limits';

export default function KeysPage() {
  const mayChange = useMay('keys');
  const [creating, { open, close }] = useDisclosure(false);
  const create = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about={`Anyone with a key can spend your entire balance unless you limit it. Keep keys on your servers. Webhooks are signed with your newest active key that may buy.${mayChange ? '' : ' Account owners create and revoke keys.'}`}
      actions={create}
    >
      <TablePanel
        title="Keys"
        caption="API keys"
        columns={mayChange ? [...keyColumns, changeColumn] : keyColumns}
        idOf={({ id }) => id}
        rows={useQuery(thingQuery<KeyRow[]>('/api/keys', { poll: true }))}
        empty={
          <EmptyState title="No API keys yet" icon={IconKey} action={create}>
            Every API request needs a key.{mayChange ? '' : ' Account owners can create keys.'}
          </EmptyState>
        }
      />
      <CreateKeyDialog opened={creating} onClose={close} />
    </Page>
  );
}

const changeColumn: Column<KeyRow> = {
  header: '',
  cell: (key) =>
    key.revokedAt === null && (
      <Group gap="xs" justify="flex-end">
        <ChangeKeyLimits apiKey={key} below="/api" invalidates="/api/keys" />
        <RevokeKey apiKey={key} />
      </Group>
    ),
  end: true,
};

type Created = NewKey & Pick<KeyLimits, 'scope'>;

const CreateKeyDialog = ({ opened, onClose }: { opened: boolean; onClose(): void }) => (
  <ShownOnceDialog<Created>
    opened={opened}
    onClose={onClose}
    titles={['Create API key', 'Copy your API key']}
    what="key"
    form={(show) => <KeyForm onCreated={show} onClose={onClose} />}
  >
    {({ key, name, scope }) => ({
      text: key,
      warning: `You’ll see the key “${name}” only once.`,
      about:
        scope === 'read'
          ? 'Webhooks stay signed with your other key.'
          : 'Webhooks are now signed with this key. If your server verifies the hash, give it this key now.',
    })}
  </ShownOnceDialog>
);

function KeyForm({ onCreated, onClose }: { onCreated(created: Created): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [limits, setLimits] = useState(NO_LIMITS);
  const { send, busy, fault, fields } = useSend<{ name: string } & KeyLimits, NewKey>('/api/keys', {
    invalidates: ['/api/keys', '/api/overview'],
    shown: ['name', ...LIMIT_FIELDS],
  });
  const create = async () => {
    const sent = await send({ name: name.trim(), ...toKeyLimits(limits) });
    if (sent !== null) onCreated({ ...sent, scope: limits.scope });
    return false;
  };
  return (
    <DialogForm onClose={onClose} submit="Create key" busy={busy} fault={fault} onSubmit={create}>
      <TextInput
        label="Name"
        description="Where you’ll use the key, such as “Production server”."
        required
        maxLength={60}
        data-autofocus
        value={name}
        error={fields.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <LimitInputs typed={limits} fields={fields} onChange={setLimits} />
      {limits.scope === 'purchase' && (
        <Text size="sm">
          This key will sign your webhooks as soon as you create it. A server that verifies the hash needs it at once.
        </Text>
      )}
    </DialogForm>
  );
}

const RevokeKey = ({ apiKey: { id, name, lastUsedAt } }: { apiKey: KeyRow }) => (
  <ConfirmAction
    {...rowOpener('Revoke', `Revoke the key ${name}`, `Revoke “${name}”?`)}
    path={`/api/keys/${id}/revoke`}
    invalidates={['/api/keys', '/api/webhook']}
    confirm="Revoke key"
    danger
    done={() => `Key “${name}” revoked`}
  >
    <Text size="sm">
      Requests with this key stop working within a second. You can’t undo this. Last used: <When at={lastUsedAt} />.
    </Text>
    <Text size="sm" mt="xs">
      Purchases that were already accepted will complete.
    </Text>
    <Text size="sm" mt="xs">
      <SignedAfter id={id} />
    </Text>
  </ConfirmAction>
);

function SignedAfter({ id }: { id: string }) {
  const { data = [] } = useQuery(thingQuery<KeyRow[]>('/api/keys'));
  const [now, next] = ['now', 'next'].map((place) => data.find(({ signs }) => signs === place));
  if (now === undefined) return null;
  if (now.id !== id) return `Your webhooks stay signed with “${now.name}” (${now.display}).`;
  return next === undefined
    ? 'This key signs your webhooks, and you have no other active key that may buy. Until you create one, we can’t sign events: they fail and are not sent.'
    : `This key signs your webhooks. When you revoke it, “${next.name}” (${next.display}) signs them: your server must check the hash with that key.`;
}
