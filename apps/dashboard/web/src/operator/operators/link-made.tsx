import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { OperatorLink } from '@topup/dashboard-contract';
import { CopyButton } from '../../ui/text/copy-button';
import { HandOnLink } from '../../ui/text/hand-on-link';
import { ButtonLink } from '../../ui/text/links';

type Props = { email: string; made: OperatorLink; onClose(): void };

/** The link to set a password, once; or that it was mailed. With an approval it works later. */
export function LinkMade({ email, made: { link, approval }, onClose }: Props) {
  const works =
    approval === null
      ? 'It works once and expires in 24 hours.'
      : 'It works once a second operator approves it, and expires 24 hours later.';
  return (
    <Stack>
      <Alert color="yellow" variant="outline" role="status" icon={<IconAlertTriangle aria-hidden />}>
        {approval?.before === true
          ? 'This was already requested. Only the first link will work.'
          : `${link === null ? `We e-mailed the link to ${email}.` : 'You’ll see this link only once.'} ${works}`}
      </Alert>
      {link !== null && <HandOnLink email={email} link={link} />}
      <Group justify="flex-end" gap="xs">
        {link !== null && <CopyButton text={link} what="link" wide />}
        {approval !== null && (
          <ButtonLink variant="default" to="/operator/approvals/$id" params={{ id: approval.id }}>
            Show the request
          </ButtonLink>
        )}
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
