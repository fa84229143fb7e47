import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { webhookStateQuery } from '../account/developers/webhook-state';
import { TextLink } from '../ui/text/links';
import { When } from '../ui/text/when';

/** It changes within minutes, and every page asks. */
const POLL_MS = 60_000;

/** One line on every page of an account while its webhook URL fails. */
export function WebhookNotice() {
  const { data } = useQuery(webhookStateQuery(POLL_MS));
  if (!data?.failingSince) return null;
  return (
    <Alert color="red" variant="outline" mb="lg" icon={<IconAlertTriangle aria-hidden />}>
      Your webhook has been failing since <When at={data.failingSince} />.{' '}
      <TextLink to="/developers/webhook" underline="always">
        View deliveries
      </TextLink>
    </Alert>
  );
}
