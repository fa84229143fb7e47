import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { webhookStateQuery } from '../account/developers/webhook-state';

/** It changes within minutes, and every page asks. */
const POLL_MS = 60_000;

// It is rare: the first load of a page does without it.
const FailingWebhook = lazy(() => import('./failing-webhook').then((module) => ({ default: module.FailingWebhook })));

/** One line on every page of an account while its webhook URL fails. */
export function WebhookNotice() {
  const { data } = useQuery(webhookStateQuery(POLL_MS));
  if (!data?.failingSince) return null;
  return (
    <Suspense>
      <FailingWebhook since={data.failingSince} />
    </Suspense>
  );
}
