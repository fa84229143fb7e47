import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ApprovalDetail } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { useMe } from '../../layout/use-me';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { TextLink } from '../../ui/text/links';

/** What the operator can do about a request. A dialog stays when somebody else was faster: it says so. */
export function Decide({ approval }: { approval: ApprovalDetail }) {
  const { id, you, state, sentence } = approval;
  const { twoFactor } = useMe().user;
  const open = state === 'requested';
  if (you === 'asked')
    return (
      <Act
        id={id}
        verb="cancel"
        shown={open}
        title="Cancel this request?"
        confirm="Cancel request"
        done="Request cancelled"
      >
        Other operators can no longer approve it. You can ask again.
      </Act>
    );
  if (you === 'concerned' || you === 'behind_ops') return open && <Hint>Another operator must decide.</Hint>;
  if (!twoFactor)
    return (
      open && (
        <Hint>
          To decide, you need two-factor authentication that you set up before the request. See{' '}
          <TextLink to="/security" underline="always">
            Security
          </TextLink>
          .
        </Hint>
      )
    );
  return (
    <>
      <Act
        id={id}
        verb="approve"
        shown={open}
        icon={<IconCheck size={16} aria-hidden />}
        title="Approve this request?"
        confirm="Approve"
        note="optional"
        done="Request approved. The change was made."
      >
        This happens at once: {sentence}.
      </Act>
      <Act
        id={id}
        verb="decline"
        shown={open}
        icon={<IconX size={16} aria-hidden />}
        title="Decline this request?"
        confirm="Decline"
        note="required"
        done="Request declined"
      >
        This will not happen: {sentence}.
      </Act>
    </>
  );
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

type ActProps = {
  id: string;
  verb: 'approve' | 'decline' | 'cancel';
  /** Whether there is a button; the dialog stays without it. */
  shown: boolean;
  icon?: ReactNode;
  title: string;
  /** The verb on both buttons. */
  confirm: string;
  note?: 'optional' | 'required';
  done: string;
  children: ReactNode;
};

function Act({ id, verb, shown, icon, title, confirm, note, done, children }: ActProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault, fields } = useSend<{ note?: string }>(`/api/operator/approvals/${id}/${verb}`, {
    invalidates: ['/api/operator/'],
    shown: ['note'],
  });
  const act = async (text: string) => {
    const sent = await send(text === '' ? {} : { note: text });
    if (sent !== null) notifyDone(done);
    return sent !== null;
  };
  return (
    <>
      {shown && (
        <Button variant={verb === 'approve' ? 'filled' : 'default'} aria-haspopup="dialog" onClick={open}>
          {icon !== undefined && <>{icon}&nbsp;</>}
          {confirm}
        </Button>
      )}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={title}
        confirm={confirm}
        danger={verb === 'decline'}
        onConfirm={act}
        busy={busy}
        fault={fault}
        {...(note !== undefined && {
          note: { label: note === 'required' ? 'Reason' : 'Note', required: note === 'required', error: fields.note },
        })}
      >
        <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
      </ConfirmDialog>
    </>
  );
}
