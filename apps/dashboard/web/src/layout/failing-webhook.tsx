import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TextLink } from '../ui/text/links';
import { When } from '../ui/text/when';

export function FailingWebhook({ since }: { since: string }) {
  return (
    <Alert color="red" variant="outline" mb="lg" icon={<IconAlertTriangle aria-hidden />}>
      Your webhook has been failing since <When at={since} />.{' '}
      <TextLink to="/developers/webhook" underline="always">
        View deliveries
      </TextLink>
    </Alert>
  );
}
