import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LinkAnswer } from '@topup/dashboard-contract';
import { useState } from 'react';
import { postJson } from '../api/request';
import { GuestFrame } from '../layout/guest-frame';
import { FaultAlert } from '../ui/form/fault-alert';
import { readForm } from '../ui/form/read-form';
import { useSend } from '../ui/form/use-send';
import { ErrorState } from '../ui/page/error-state';
import { ButtonLink, TextLink } from '../ui/text/links';
import { NewPasswordInput } from './new-password-input';

const route = getRouteApi('/set-password');

/** The target of a one-time link, from an invitation or a password reset. */
export function SetPasswordPage() {
  const { token } = route.useSearch();
  return (
    <GuestFrame title="Set your password">{token === undefined ? <NoToken /> : <Steps token={token} />}</GuestFrame>
  );
}

function NoToken() {
  return (
    <Text size="sm">
      This link is incomplete. Open the full link again, or{' '}
      <TextLink to="/forgot" underline="always">
        request a new one
      </TextLink>
      .
    </Text>
  );
}

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/auth/link', token],
    queryFn: () => postJson<LinkAnswer>('/api/auth/link', { token }),
    staleTime: Infinity,
  });

/** Shows the user of the link, and whether it still works. */
function Steps({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const { data: link, error, refetch } = useQuery(linkQuery(token));
  if (done) return <Done />;
  if (error !== null)
    return (
      <>
        <ErrorState error={error} onRetry={refetch} />
        <TextLink to="/forgot" size="sm">
          Request a new link
        </TextLink>
      </>
    );
  return link === undefined ? (
    <Skeleton height={160} />
  ) : (
    <SetPasswordForm token={token} link={link} onDone={() => setDone(true)} />
  );
}

function Done() {
  return (
    <>
      <Text size="sm" role="status">
        Your password is set. You’re signed out everywhere.
      </Text>
      <ButtonLink to="/sign-in">Sign in</ButtonLink>
    </>
  );
}

function SetPasswordForm({
  token,
  link: { email, name, invited },
  onDone,
}: {
  token: string;
  link: LinkAnswer;
  onDone: () => void;
}) {
  const { send, busy, fault, fields } = useSend<{ token: string; newPassword: string }>('/api/auth/reset-password', {
    invalidates: [],
    shown: ['newPassword'],
  });
  const submit = async ({ newPassword = '' }: Record<string, string>) => {
    if ((await send({ token, newPassword })) !== null) onDone();
  };
  return (
    <form onSubmit={readForm(submit)}>
      <Stack>
        <Text size="sm">
          {invited ? `Welcome, ${name}. You’ll sign in as ${email}.` : `Choose a new password for ${email}.`}
        </Text>
        <FaultAlert fault={fault} />
        {/* Names the user for a password manager. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordInput label="New password" fault={fields.newPassword} />
        <Button type="submit" loading={busy}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}
