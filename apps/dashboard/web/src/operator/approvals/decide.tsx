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
        title="Take the request back?"
        confirm="Take it back"
        done="The request was taken back."
      >
        Nobody can approve it any more. You can ask for it again.
      </Act>
    );
  if (you === 'concerned' || you === 'behind_ops') return open && <Hint>Another operator must decide on this.</Hint>;
  if (!twoFactor)
    return (
      open && (
        <Hint>
          Deciding needs a second factor, older than the request: see <TextLink to="/security">Security</TextLink>.
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
        title="Approve this?"
        confirm="Approve"
        note="optional"
        done="It was approved, and is done."
      >
        It is done at once: {sentence}.
      </Act>
      <Act
        id={id}
        verb="decline"
        shown={open}
        icon={<IconX size={16} aria-hidden />}
        title="Decline this?"
        confirm="Decline"
        note="required"
        done="It was declined."
      >
        It is not done: {sentence}.
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
        <Button variant={verb === 'approve' ? 'filled' : 'default'} onClick={open}>
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
          note: { label: note === 'required' ? 'Why not' : 'Note', required: note === 'required', error: fields.note },
        })}
      >
        <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
      </ConfirmDialog>
    </>
  );
}
