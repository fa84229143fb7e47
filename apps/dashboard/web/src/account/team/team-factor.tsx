import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { useSend } from '../../ui/form/use-send';
import { Panel } from '../../ui/page/panel';

/** Whether everybody of the team must have a second step. Only owners change it. */
export function TeamFactor({ owner }: { owner: boolean }) {
  const required = useQuery(meQuery).data?.account?.factorRequired ?? false;
  const [asked, setAsked] = useState(false);
  return (
    <Panel title="Second step">
      <Stack align="flex-start">
        <Text size="sm">
          {required
            ? 'Required: everybody of the team needs a code of their phone to sign in.'
            : 'Not required: each person decides whether signing in needs a code of their phone.'}
        </Text>
        {owner && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {required ? 'Do not require it' : 'Require it of everybody'}
          </Button>
        )}
      </Stack>
      <RequireDialog required={required} opened={asked} onClose={() => setAsked(false)} />
    </Panel>
  );
}

type DialogProps = { required: boolean; opened: boolean; onClose(): void };

function RequireDialog({ required, opened, onClose }: DialogProps) {
  const { send, busy, fault } = useSend<{ required: boolean }>('/api/team/factor', { invalidates: ['/api/me'] });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={required ? 'Require no second step any more?' : 'Require a second step of everybody?'}
      confirm={required ? 'Do not require it' : 'Require it'}
      onConfirm={async () => (await send({ required: !required })) !== null}
      busy={busy}
      fault={fault}
    >
      {required
        ? 'From then on each person can turn theirs off.'
        : 'Whoever has none, you too, must set it up before they can do anything else here.'}
    </ConfirmDialog>
  );
}
