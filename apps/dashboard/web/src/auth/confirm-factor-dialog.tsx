import { Button, Group, Modal, Text } from '@mantine/core';
import { SendForm } from '../ui/form/form';
import { CodeInput, codeIn } from './inputs';

/** Above the dialogs, whose requests it lets through. */
const Z_INDEX = 400;
/** Escape would also close the dialog below. */
const KEEPS_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

type Props = { opened: boolean; onClose(confirmed: boolean): void };

export default function ConfirmFactorDialog({ opened, onClose }: Props) {
  const cancel = () => onClose(false);
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      title="Confirm it’s you"
      zIndex={Z_INDEX}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <SendForm
        path="/api/auth/confirm-factor"
        shown={['code']}
        body={codeIn}
        onSent={() => onClose(true)}
        submit={(busy) => (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={cancel} disabled={busy} {...KEEPS_ESCAPE}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} {...KEEPS_ESCAPE}>
              Confirm
            </Button>
          </Group>
        )}
      >
        {(fields) => (
          <>
            <Text size="sm">
              Enter a code from your authenticator app, or a backup code. We won’t ask again for five minutes.
            </Text>
            <CodeInput label="Authentication code" error={fields.code} data-autofocus {...KEEPS_ESCAPE} />
          </>
        )}
      </SendForm>
    </Modal>
  );
}
