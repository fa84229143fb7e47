import { Alert, Button, Code, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../ui/text/copy';
import { Hint } from '../../ui/text/values';

type Props<Made> = {
  opened: boolean;
  onClose(): void;
  /** While it is asked for, and once it is made. */
  titles: [ask: string, copy: string];
  /** Its name, for the copy button. */
  what: string;
  form(onMade: (made: Made) => void): ReactNode;
  children(made: Made): { text: string; warning: string; about: string };
};

/** Makes a key or secret, and shows it once: it exists only in the memory of this dialog. */
export function ShownOnceDialog<Made>({ opened, onClose, titles, what, form, children }: Props<Made>) {
  const [made, setMade] = useState<Made | null>(null);
  const close = () => {
    onClose();
    setMade(null);
  };
  const asks = made === null;
  return (
    <Modal opened={opened} onClose={close} title={titles[asks ? 0 : 1]} closeOnEscape={asks} withCloseButton={asks}>
      {made === null ? form(setMade) : <ShownOnce what={what} {...children(made)} onDone={close} />}
    </Modal>
  );
}

type ShownProps = { what: string; text: string; warning: string; about: string; onDone(): void };

function ShownOnce({ what, text, warning, about, onDone }: ShownProps) {
  return (
    <Stack>
      <Alert color="yellow" variant="outline" icon={<IconAlertTriangle aria-hidden />} role="status">
        {warning} Copy it now.
      </Alert>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
      <Hint>{about}</Hint>
      <Group justify="flex-end" gap="xs">
        <CopyButton text={text} what={what} wide />
        <Button onClick={onDone}>Done, I’ve saved it</Button>
      </Group>
    </Stack>
  );
}
