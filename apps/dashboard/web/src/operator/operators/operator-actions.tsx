import { Button, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OperatorLink, OperatorRow } from '@topup/dashboard-contract';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';
import { ApprovalNote, AskedFor } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import { usePolicy } from '../approvals/use-policy';
import { LinkMade } from './link-made';

type Props = { operator: OperatorRow };

/** For an operator whose invitation has expired, or who lost the password. */
export function LinkOperator({ operator: { id, name, email } }: Props) {
  const [made, setMade] = useState<OperatorLink | null>(null);
  const { send, busy, fault } = useSend<{ approvalNote?: string }, OperatorLink>(`/api/operator/operators/${id}/link`, {
    invalidates: ['/api/operator/'],
  });
  const make = async (approvalNote?: string) => {
    const sent = await send({ ...(approvalNote !== undefined && { approvalNote }) });
    if (sent !== null) setMade(sent);
    return false;
  };
  return (
    <Act
      label={`Create link for ${name}`}
      button="Create link"
      title={`Create a new link for ${name}?`}
      confirm="Create link"
      busy={busy}
      fault={fault}
      onConfirm={make}
      outcome={(close) => made !== null && <LinkMade email={email} made={made} onClose={close} />}
      onClosed={() => setMade(null)}
    >
      Anyone who opens the link can set the password of {email}. Signing in also needs two-factor authentication.
    </Act>
  );
}

export function ResetFactor({ operator: { id, name, email } }: Props) {
  return (
    <GuardedAct
      path={`/api/operator/operators/${id}/factor-reset`}
      label={`Reset two-factor authentication of ${name}`}
      button="Reset two-factor"
      title={`Reset two-factor authentication of ${name}?`}
      confirm="Reset two-factor authentication"
      done={`Two-factor authentication of ${name} was reset.`}
    >
      {email} will be signed out everywhere and must set up two-factor authentication again. First ask them in person
      whether they lost their phone and backup codes.
    </GuardedAct>
  );
}

export function DisableOperator({ operator: { id, name, email } }: Props) {
  return (
    <GuardedAct
      path={`/api/operator/operators/${id}/disable`}
      label={`Disable ${name}`}
      button="Disable"
      title={`Disable ${name}?`}
      confirm="Disable operator"
      done={`${name} can no longer sign in.`}
    >
      {email} will be signed out everywhere and can’t sign in again.
    </GuardedAct>
  );
}

type ActProps = { label: string; button: string; title: string; confirm: string; children: ReactNode };

function GuardedAct({ path, done, ...act }: ActProps & { path: string; done: string }) {
  const { send, asked, busy, fault, clear } = useGuarded<Record<string, never>, object>(path, {
    invalidates: ['/api/operator/'],
  });
  const confirm = async (note?: string) => {
    const sent = await send({}, note);
    if (sent !== null) notifyDone(done);
    return sent !== null;
  };
  return (
    <Act
      {...act}
      busy={busy}
      fault={fault}
      onConfirm={confirm}
      outcome={(close) => asked !== null && <AskedFor approval={asked} onClose={close} />}
      onClosed={clear}
    />
  );
}

/** A button and its dialog, which asks for a note when approvals are required, and then shows what came of it. */
function Act({
  label,
  button,
  title,
  confirm,
  children,
  busy,
  fault,
  onConfirm,
  outcome,
  onClosed,
}: ActProps & {
  busy: boolean;
  fault: string | null;
  /** True closes the dialog. */
  onConfirm(note?: string): Promise<boolean>;
  outcome(close: () => void): ReactNode;
  onClosed(): void;
}) {
  const [opened, { open, close }] = useDisclosure(false);
  const shut = () => {
    close();
    onClosed();
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={label}>
        {button}
      </Button>
      <Modal opened={opened} onClose={shut} title={title}>
        {outcome(shut) || (
          <Ask confirm={confirm} busy={busy} fault={fault} onClose={shut} onConfirm={onConfirm}>
            {children}
          </Ask>
        )}
      </Modal>
    </>
  );
}

function Ask({
  confirm,
  busy,
  fault,
  children,
  onClose,
  onConfirm,
}: {
  confirm: string;
  busy: boolean;
  fault: string | null;
  children: ReactNode;
  onClose(): void;
  onConfirm(note?: string): Promise<boolean>;
}) {
  const required = usePolicy()?.approvals !== 'off';
  const [note, setNote] = useState('');
  return (
    <DialogForm
      onClose={onClose}
      submit={required ? 'Ask for approval' : confirm}
      danger={!required}
      busy={busy}
      fault={fault}
      onSubmit={() => onConfirm(required ? note.trim() : undefined)}
    >
      <Text size="sm">{children}</Text>
      {required && (
        <>
          <Text size="sm">A second operator must approve this.</Text>
          <ApprovalNote value={note} error={undefined} onChange={setNote} />
        </>
      )}
    </DialogForm>
  );
}
