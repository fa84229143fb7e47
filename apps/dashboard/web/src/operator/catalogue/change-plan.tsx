import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/form/confirm-dialog';
import { notifyDone } from '../../ui/form/notify';
import { useSend } from '../../ui/form/use-send';

type Props = {
  change: 'withdraw' | 'restore' | 'retire' | 'resume';
  body: { planId: string } | { id: number };
  plan: string;
  verb: string;
  /** The effect of the change. */
  children: ReactNode;
};

const DONE: Record<Props['change'], string> = {
  withdraw: 'withdrawn',
  restore: 'restored',
  retire: 'retired',
  resume: 'resumed',
};

/** One change of a plan's state, after a confirmation. */
export function ChangePlan({ change, body, plan, verb, children }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { send, busy, fault } = useSend<Props['body']>(`/api/operator/catalogue/${change}`, {
    invalidates: ['/api/operator/catalogue'],
  });
  const submit = async () => {
    const sent = await send(body);
    if (sent !== null) notifyDone(`${plan} was ${DONE[change]}.`);
    return sent !== null;
  };
  return (
    <>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={open} aria-label={`${verb} ${plan}`}>
        {verb}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={`${verb} ${plan}?`}
        confirm={`${verb} plan`}
        danger={change === 'withdraw' || change === 'retire'}
        onConfirm={submit}
        busy={busy}
        fault={fault}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
