import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Webhook } from '@topup/dashboard-contract';
import { type FormEvent, useState } from 'react';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { FaultAlert } from '../../ui/form/fault-alert';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { TextLink } from '../../ui/text/links';

const INVALIDATED = ['/api/webhook', '/api/overview'];

export function WebhookForm({ webhook: { url, signedWith } }: { webhook: Webhook }) {
  const [text, setText] = useState(url ?? '');
  const { send, busy, fault, fields } = useSend<{ url: string }>('/api/webhook', {
    invalidates: INVALIDATED,
    shown: ['url'],
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((await send({ url: text.trim() })) !== null) notifyDone('Webhook URL saved');
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FaultAlert fault={fault} />
        {signedWith === null && <Unsigned />}
        <TextInput
          label="Webhook URL"
          description="A public https URL. We refuse private addresses and don’t follow redirects."
          placeholder="https://example.com/topup/events"
          type="url"
          required
          maxLength={2048}
          value={text}
          error={fields.url}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" loading={busy} disabled={text.trim() === (url ?? '')}>
            {url === null ? 'Set URL' : 'Change URL'}
          </Button>
          {url !== null && <RemoveUrl url={url} />}
        </Group>
      </Stack>
    </form>
  );
}

function Unsigned() {
  return (
    <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">
        You have no active API key, so we can’t sign or send events.{' '}
        <TextLink to="/developers/keys" underline="always">
          Create an API key
        </TextLink>{' '}
        first.
      </Text>
    </Alert>
  );
}

function RemoveUrl({ url }: { url: string }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend('/api/webhook/remove', { invalidates: INVALIDATED });
  const remove = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone('Webhook URL removed');
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        Remove URL
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Remove the webhook URL?"
        confirm="Remove URL"
        danger
        onConfirm={remove}
        busy={busy}
        fault={fault}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          We’ll stop sending events to {url}. We don’t send the missed events later: check the status of a purchase
          instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
