import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { WebhookSecretRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { When } from '../../ui/text/when';
import { NewSecretDialog } from './new-secret-dialog';

/** The secret that signs events whole; its owners create, rotate and revoke it. */
export function SecretPanel() {
  const secrets = useQuery(thingQuery<WebhookSecretRow[]>('/api/webhook/secrets'));
  return (
    <Panel title="Signing secret">
      <Loaded query={secrets} height={80}>
        {(known) => <Secrets secrets={known} />}
      </Loaded>
    </Panel>
  );
}

function Secrets({ secrets }: { secrets: WebhookSecretRow[] }) {
  const mayChange = useMe().role === 'owner';
  const [making, { open, close }] = useDisclosure(false);
  const [current, previous] = secrets;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The hash in an event covers only its reference. With a signing secret, each event also has a webhook-signature
        header (Standard Webhooks), which covers the whole event.
      </Text>
      {current === undefined ? (
        <Text size="sm">You have no signing secret, so events have no webhook-signature header.</Text>
      ) : (
        <Facts rows={[['Current secret', <Named key="current" secret={current} />], ...rowsOf(previous)]} />
      )}
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" onClick={open}>
            {current === undefined ? 'Create secret' : 'Rotate secret'}
          </Button>
          {current !== undefined && <RevokeSecrets />}
          <NewSecretDialog opened={making} onClose={close} current={current} />
        </Group>
      )}
    </Stack>
  );
}

const rowsOf = (previous: WebhookSecretRow | undefined): [string, React.ReactNode][] =>
  previous === undefined
    ? []
    : [
        ['Previous secret', <Named key="previous" secret={previous} />],
        ['Expires', <When key="until" at={previous.endsAt} />],
      ];

const Named = ({ secret: { display, createdAt } }: { secret: WebhookSecretRow }) => (
  <>
    <Code>{display}</Code>, created <When at={createdAt} />
  </>
);

function RevokeSecrets() {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend('/api/webhook/secrets/revoke', { invalidates: ['/api/webhook/secrets'] });
  const revoke = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone('Signing secret revoked');
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Revoke secret
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Revoke the signing secret?"
        confirm="Revoke secret"
        danger
        onConfirm={revoke}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          Events will no longer have a webhook-signature header. If your server requires it, it will reject them. To
          change the secret, rotate it instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
