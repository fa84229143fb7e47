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
    <Panel title="Webhook secret">
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
        The hash in an event covers only its reference. With a secret, each event also has the header webhook-signature
        of Standard Webhooks, which covers all of it.
      </Text>
      {current === undefined ? (
        <Text size="sm">There is no secret, so events have no such signature.</Text>
      ) : (
        <Facts rows={[['Signs now', <Named key="current" secret={current} />], ...rowsOf(previous)]} />
      )}
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" onClick={open}>
            {current === undefined ? 'Create a secret' : 'Rotate the secret'}
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
        ['Signs too', <Named key="previous" secret={previous} />],
        ['Until', <When key="until" at={previous.endsAt} />],
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
    if (sent !== null) notifyDone('The secret is revoked. Events have no webhook-signature.');
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Revoke
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Revoke the secret?"
        confirm="Revoke secret"
        danger
        onConfirm={revoke}
        busy={busy}
        fault={fault}
      >
        <Text size="sm">
          Events have no webhook-signature from now on, so a receiver that demands one declines them. To change the
          secret, rotate it instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
