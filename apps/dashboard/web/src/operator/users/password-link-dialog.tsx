import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle, IconMail } from '@tabler/icons-react';
import { CopyButton } from '../../ui/text/copy-button';
import { HandOnLink } from '../../ui/text/hand-on-link';

/** `link` is null when it was mailed. */
export type PasswordLink = { email: string; link: string | null };

/** Shows a one-time link to set a password, once, to the operator who created it. */
export function PasswordLinkDialog({ created, onClose }: { created: PasswordLink | null; onClose(): void }) {
  return (
    <Modal opened={created !== null} onClose={onClose} title="Password link" withCloseButton={false}>
      {created !== null && (
        <Stack>
          {created.link === null ? (
            <Mailed email={created.email} />
          ) : (
            <HandOn email={created.email} link={created.link} />
          )}
          <Group justify="flex-end" gap="xs">
            {created.link !== null && <CopyButton text={created.link} what="link" wide />}
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Mailed({ email }: { email: string }) {
  return (
    <Alert color="teal" variant="outline" role="status" icon={<IconMail aria-hidden />}>
      We e-mailed the link to {email}. It works once and expires in 24 hours.
    </Alert>
  );
}

function HandOn({ email, link }: { email: string; link: string }) {
  return (
    <>
      <Alert color="yellow" variant="outline" role="status" icon={<IconAlertTriangle aria-hidden />}>
        You’ll see this link only once. It works once and expires in 24 hours.
      </Alert>
      <HandOnLink email={email} link={link} />
    </>
  );
}
