import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Webhook, WebhookSecretRow } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { useMe } from '../../layout/use-me';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { Loaded } from '../../ui/page/loaded';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { When } from '../../ui/text/when';
import { NewSecretDialog } from './new-secret-dialog';

/** What signs events: the API key of the hash, and the secret, which owners create, rotate and revoke. */
export function SecretPanel({ webhook: { signedWith } }: { webhook: Webhook }) {
  const { docsUrl } = useMe();
  const secrets = useQuery(thingQuery<WebhookSecretRow[]>('/api/webhook/secrets'));
  return (
    <Panel title="Signatures">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Each event has a hash of its reference, made with your newest active API key that may buy. With a signing
          secret, it also has a webhook-signature header (Standard Webhooks), which covers the whole event.{' '}
          <Anchor href={`${docsUrl}/#description/webhooks`} target="_blank" rel="noreferrer" inherit underline="always">
            How to verify them
          </Anchor>
        </Text>
        <Loaded query={secrets} height={80}>
          {(known) => <Secrets secrets={known} signedWith={signedWith} />}
        </Loaded>
      </Stack>
    </Panel>
  );
}

function Secrets({ secrets, signedWith }: { secrets: WebhookSecretRow[] } & Pick<Webhook, 'signedWith'>) {
  const mayChange = useMe().role === 'owner';
  const [making, { open, close }] = useDisclosure(false);
  const [current, previous] = secrets;
  return (
    <Stack gap="sm">
      <Facts
        rows={[
          [
            'Hash signed with',
            signedWith === null ? 'No active API key that may buy' : <Key key="key" signedWith={signedWith} />,
          ],
          ['Signing secret', current === undefined ? 'None' : <Named key="current" secret={current} />],
          ...rowsOf(previous),
        ]}
      />
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" aria-haspopup="dialog" onClick={open}>
            {current === undefined ? 'Create secret' : 'Rotate secret'}
          </Button>
          {current !== undefined && <RevokeSecrets signedWith={signedWith} />}
          <NewSecretDialog opened={making} onClose={close} current={current} previous={previous} />
        </Group>
      )}
    </Stack>
  );
}

const rowsOf = (previous: WebhookSecretRow | undefined): [string, React.ReactNode][] =>
  previous === undefined
    ? []
    : [
        ['Previous secret, still signs', <Named key="previous" secret={previous} />],
        ['Stops signing', <When key="until" at={previous.endsAt} />],
      ];

const Key = ({ signedWith: { name, display, createdAt } }: { signedWith: NonNullable<Webhook['signedWith']> }) => (
  <>
    <TextLink to="/developers/keys" underline="always">
      {name}
    </TextLink>{' '}
    <Code>{display}</Code>, created <When at={createdAt} />
  </>
);

const Named = ({ secret: { display, createdAt } }: { secret: WebhookSecretRow }) => (
  <>
    <Code>{display}</Code>, created <When at={createdAt} />
  </>
);

function RevokeSecrets({ signedWith }: Pick<Webhook, 'signedWith'>) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend('/api/webhook/secrets/revoke', { invalidates: ['/api/webhook/secrets'] });
  const revoke = async () => {
    const sent = await send({});
    if (sent !== null) notifyDone('Signing secret revoked');
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
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
          Events will have no webhook-signature header any more, also not that of the previous secret. If your server
          requires it, it will reject them.{' '}
          {signedWith !== null && `The hash stays: it is made with the API key “${signedWith.name}”. `}
          To change the secret, rotate it instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
