import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';

/** Above the dialogs, whose requests it lets through. */
const Z_INDEX = 400;
/** Escape would also close the dialog below. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

type Props = { opened: boolean; onClose(confirmed: boolean): void };

/** Asks for a code of the second factor. */
export default function ConfirmFactorDialog({ opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={() => onClose(false)}
      title="Confirm it’s you"
      centered
      zIndex={Z_INDEX}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <CodeForm onClose={onClose} />
    </Modal>
  );
}

function CodeForm({ onClose }: Pick<Props, 'onClose'>) {
  const { send, busy, fault, fields } = useSend<{ code: string }>('/api/auth/confirm-factor', {
    invalidates: [],
    shown: ['code'],
  });
  const submit = async ({ code = '' }: Record<string, string>) => {
    if ((await send({ code: code.replaceAll(/\s/g, '') })) !== null) onClose(true);
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <Text size="sm">
          Enter a code from your authenticator app, or a backup code. We won’t ask again for five minutes.
        </Text>
        <FaultAlert fault={fault} />
        <TextInput
          name="code"
          label="Authentication code"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          error={fields.code}
          data-autofocus
          {...KEEPS_ESCAPE}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose(false)} disabled={busy} {...KEEPS_ESCAPE}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} {...KEEPS_ESCAPE}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
