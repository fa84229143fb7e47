import { Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ApprovalDetail } from '@topup/dashboard-contract';
import type { ComponentProps, ReactNode } from 'react';
import { useMe } from '../../layout/use-me';
import { ConfirmAction } from '../../ui/form/confirm-action';
import { TextLink } from '../../ui/text/links';

/** What the operator can do about a request. A dialog stays when somebody else was faster: it says so. */
export function Decide({ approval }: { approval: ApprovalDetail }) {
  const { you, state, sentence } = approval;
  const { twoFactor } = useMe().user;
  const open = state === 'requested';
  if (you === 'asked')
    return (
      <Act
        approval={approval}
        verb="cancel"
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
        approval={approval}
        verb="approve"
        leftSection={<IconCheck size={16} aria-hidden />}
        title="Approve this request?"
        confirm="Approve"
        note={{ label: 'Note', required: false }}
        done="Request approved. The change was made."
      >
        This happens at once: {sentence}.
      </Act>
      <Act
        approval={approval}
        verb="decline"
        leftSection={<IconX size={16} aria-hidden />}
        title="Decline this request?"
        confirm="Decline"
        note={{ label: 'Reason', required: true }}
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

type ActProps = Pick<ComponentProps<typeof ConfirmAction>, 'title' | 'confirm' | 'note' | 'leftSection'> & {
  approval: ApprovalDetail;
  verb: 'approve' | 'decline' | 'cancel';
  /** The message when it was done. */
  done: string;
  children: ReactNode;
};

/** The dialog stays when the request was decided meanwhile, but there is no button any more. */
function Act({ approval: { id, state }, verb, done, children, ...act }: ActProps) {
  return (
    <ConfirmAction
      {...act}
      button={act.confirm}
      variant={verb === 'approve' ? 'filled' : 'default'}
      path={`/api/operator/approvals/${id}/${verb}`}
      invalidates={['/api/operator/']}
      shown={state === 'requested'}
      danger={verb === 'decline'}
      done={() => done}
    >
      <span style={{ overflowWrap: 'anywhere' }}>{children}</span>
    </ConfirmAction>
  );
}
