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
    <Panel title="Two-factor authentication">
      <Stack align="flex-start">
        <Text size="sm">
          {required
            ? 'Required. Everyone on the team needs an authentication code to sign in.'
            : 'Optional. Each person decides whether to turn it on.'}
        </Text>
        {owner && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked(true)}>
            {required ? 'Make optional' : 'Require for everyone'}
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
      title={required ? 'Make two-factor authentication optional?' : 'Require two-factor authentication?'}
      confirm={required ? 'Make optional' : 'Require'}
      onConfirm={async () => (await send({ required: !required })) !== null}
      busy={busy}
      fault={fault}
    >
      {required
        ? 'Each person can then turn it off.'
        : 'Anyone without it, including you, must set it up before using the dashboard.'}
    </ConfirmDialog>
  );
}
