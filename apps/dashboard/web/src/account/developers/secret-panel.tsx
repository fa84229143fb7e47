import { Button, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { NewWebhookSecret, Webhook, WebhookSecretRow } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { useMay } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/dialog';
import { DialogForm, useSend } from '../../ui/form/form';
import { Loaded, Panel } from '../../ui/page/page';
import { DocsLink, SentenceLink } from '../../ui/text/links';
import { Facts, Hint, When } from '../../ui/text/values';
import { ShownOnceDialog } from './shown-once';

const SECRETS = '/api/webhook/secrets';

/** Shows what signs events: the API key of the hash, and the secret, which owners create, rotate and revoke. */
export function SecretPanel({ webhook: { signedWith } }: { webhook: Webhook }) {
  const secrets = useQuery(thingQuery<WebhookSecretRow[]>(SECRETS));
  return (
    <Panel title="Signatures" gap="sm">
      <Hint>
        Each event has a hash of its reference, made with your newest active API key that may buy. With a signing
        secret, it also has a webhook-signature header (Standard Webhooks), which covers the whole event.{' '}
        <DocsLink at="/webhooks#check-the-signature">How to verify them</DocsLink>
      </Hint>
      <Loaded query={secrets} height={80}>
        {(known) => <Secrets secrets={known} signedWith={signedWith} />}
      </Loaded>
    </Panel>
  );
}

function Secrets({ secrets, signedWith }: { secrets: WebhookSecretRow[] } & Pick<Webhook, 'signedWith'>) {
  const mayChange = useMay('webhook');
  const [making, { open, close }] = useDisclosure(false);
  const [current, previous] = secrets;
  const verb = verbOf(current);
  return (
    <Stack gap="sm">
      <Facts
        rows={[
          [
            'Hash signed with',
            signedWith === null ? 'No active API key that may buy' : <Key key="key" signedWith={signedWith} />,
          ],
          ['Webhook secret', current === undefined ? 'None' : <Named key="current" secret={current} />],
          previous !== undefined && ['Previous secret, still signs', <Named key="previous" secret={previous} />],
          previous !== undefined && ['Stops signing', <When key="until" at={previous.endsAt} />],
        ]}
      />
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" aria-haspopup="dialog" onClick={open}>
            {`${verb} secret`}
          </Button>
          {current !== undefined && <RevokeSecrets signedWith={signedWith} />}
          <ShownOnceDialog<NewWebhookSecret>
            opened={making}
            onClose={close}
            titles={[`${verb} webhook secret`, 'Copy your webhook secret']}
            what="secret"
            form={(show) => <NewSecretForm current={current} previous={previous} onMade={show} onClose={close} />}
          >
            {({ secret }) => ({
              text: secret,
              warning: 'You’ll see this webhook secret only once.',
              about: 'Your server uses it to verify the webhook-signature header.',
            })}
          </ShownOnceDialog>
        </Group>
      )}
    </Stack>
  );
}

const Key = ({ signedWith: { name, ...key } }: { signedWith: NonNullable<Webhook['signedWith']> }) => (
  <>
    <SentenceLink to="/developers/keys">{name}</SentenceLink> <Named secret={key} />
  </>
);

const Named = ({ secret: { display, createdAt } }: { secret: Pick<WebhookSecretRow, 'display' | 'createdAt'> }) => (
  <>
    <Code>{display}</Code>, created <When at={createdAt} />
  </>
);

const RevokeSecrets = ({ signedWith }: Pick<Webhook, 'signedWith'>) => (
  <ConfirmAction
    button="Revoke secret"
    path={`${SECRETS}/revoke`}
    invalidates={[SECRETS]}
    title="Revoke the webhook secret?"
    confirm="Revoke secret"
    danger
    done={() => 'Webhook secret revoked'}
  >
    Events will have no webhook-signature header any more, also not that of the previous secret. If your server requires
    it, it will reject them.{' '}
    {signedWith !== null && `The hash stays: it is made with the API key “${signedWith.name}”. `}
    To change the secret, rotate it instead.
  </ConfirmAction>
);

const OVERLAPS = [
  { value: '24', label: 'In 24 hours' },
  { value: '168', label: 'In 7 days' },
  { value: '0', label: 'Now (it leaked)' },
];

/** Names the action that makes a new secret: it replaces the current one, if there is one. */
const verbOf = (current: WebhookSecretRow | undefined) => (current === undefined ? 'Create' : 'Rotate');

type NewSecretProps = {
  current: WebhookSecretRow | undefined;
  /** The one before it, while it still signs. */
  previous: WebhookSecretRow | undefined;
  onMade(made: NewWebhookSecret): void;
  onClose(): void;
};

function NewSecretForm({ current, previous, onMade, onClose }: NewSecretProps) {
  const [overlapHours, setOverlapHours] = useState('24');
  const path = current === undefined ? SECRETS : `${SECRETS}/rotate`;
  const { send, busy, fault } = useSend<object, NewWebhookSecret>(path, { invalidates: [SECRETS] });
  const make = async () => {
    const sent = await send(current === undefined ? {} : { id: current.id, overlapHours: Number(overlapHours) });
    if (sent !== null) onMade(sent);
    return false;
  };
  const submit = `${verbOf(current)} secret`;
  return (
    <DialogForm onClose={onClose} submit={submit} busy={busy} fault={fault} onSubmit={make} focused>
      {current === undefined ? (
        <Text size="sm">Each event will also have a webhook-signature header, which your server can verify.</Text>
      ) : (
        <>
          <Text size="sm">
            The new secret signs from now on. The current one signs too until it expires; then only the new one does.
            {previous !== undefined && ` The previous secret ${previous.display} stops signing now.`}
          </Text>
          <NativeSelect
            label="Expire the current secret"
            description="Until then, each event has both signatures. Update your server in that time."
            data={OVERLAPS}
            value={overlapHours}
            onChange={({ currentTarget }) => setOverlapHours(currentTarget.value)}
          />
        </>
      )}
    </DialogForm>
  );
}
