import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import type { Asked } from '@topup/dashboard-contract';
import { useState } from 'react';
import { DialogForm } from '../../ui/form/dialog-form';
import { type Field, Inputs } from '../../ui/form/inputs';
import { ButtonLink } from '../../ui/text/links';
import { When } from '../../ui/text/when';
import type { Guarded } from './use-guarded';

type Props = {
  guarded: Pick<Guarded<never, unknown>, 'needed' | 'asked' | 'ask' | 'busy' | 'fault' | 'fields'>;
  /** What the operator has written about the change already. */
  note: string;
  onBack(): void;
  onClose(): void;
};

/** In the dialog of a change that needs an approval: asks for it, and then shows the request. */
export function AskApproval({ guarded: { needed, asked, ask, busy, fault, fields }, note, onBack, onClose }: Props) {
  const [typed, setTyped] = useState({ approvalNote: note });
  if (asked !== null) return <AskedFor approval={asked} onClose={onClose} />;
  const submit = async () => {
    await ask(typed.approvalNote.trim());
    return false;
  };
  return (
    <DialogForm onClose={onBack} leave="Back" submit="Ask for approval" busy={busy} fault={fault} onSubmit={submit}>
      <Alert color="blue" variant="outline" role="status" icon={<IconChecklist aria-hidden />}>
        {needed} Nothing was changed yet.
      </Alert>
      <Inputs fields={[APPROVAL_NOTE]} typed={typed} faults={fields} onType={setTyped} />
    </DialogForm>
  );
}

/** Why an approval is asked for. */
export const APPROVAL_NOTE: Field<'approvalNote'> = {
  name: 'approvalNote',
  label: 'Note for the approver',
  description: 'We e-mail it to the other operators. They have 24 hours to decide.',
  focus: true,
};

/** The request that was made. */
function AskedFor({ approval: { id, expiresAt, before }, onClose }: { approval: Asked['approval']; onClose(): void }) {
  return (
    <Stack>
      <Alert color="teal" variant="outline" role="status" icon={<IconChecklist aria-hidden />}>
        {before ? 'This was already requested.' : 'Approval requested.'} The change happens when another operator
        approves it.
      </Alert>
      <Text size="sm">
        The request expires <When at={expiresAt} />.
      </Text>
      <Group justify="flex-end" gap="xs">
        <ButtonLink variant="default" to="/operator/approvals/$id" params={{ id }}>
          Show the request
        </ButtonLink>
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
