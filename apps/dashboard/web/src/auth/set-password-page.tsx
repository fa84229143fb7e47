import { Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { LinkAnswer, SignInAnswer } from '@topup/dashboard-contract';
import { useState } from 'react';
import { postJson } from '../api/request';
import { GuestFrame } from '../layout/guest-frame';
import { SendForm } from '../ui/form/send-form';
import { ErrorState } from '../ui/page/error-state';
import { TextLink } from '../ui/text/links';
import { CodeStep } from './code-step';
import { NewPasswordInput } from './new-password-input';
import { useEntry } from './use-entry';

const route = getRouteApi('/set-password');

/** The target of a one-time link, from an invitation or a password reset. */
export default function SetPasswordPage() {
  const { token } = route.useSearch();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const router = useRouter();
  const enter = useEntry('/');
  if (step === 'code')
    return (
      <GuestFrame key="code" title="Confirm it’s you">
        <CodeStep onDone={enter} onBack={() => void router.navigate({ to: '/sign-in' })} />
      </GuestFrame>
    );
  return (
    <GuestFrame key="password" title="Set your password">
      {token === undefined ? (
        <NoToken />
      ) : (
        <PasswordOfLink token={token} onDone={enter} onCode={() => setStep('code')} />
      )}
    </GuestFrame>
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

/** `onCode`: the password is set, and a code must follow. */
type Then = { onDone: () => void; onCode: () => void };

/** Shows the user of the link, and whether it still works. With the new password they are signed in. */
function PasswordOfLink({ token, ...then }: { token: string } & Then) {
  const { data: link, error, refetch } = useQuery(linkQuery(token));
  if (error !== null)
    return (
      <>
        <ErrorState error={error} onRetry={refetch} />
        <TextLink to="/forgot" size="sm">
          Request a new link
        </TextLink>
      </>
    );
  return link === undefined ? <Skeleton height={160} /> : <SetPasswordForm token={token} link={link} {...then} />;
}

function SetPasswordForm({
  token,
  link: { email, name, invited },
  onDone,
  onCode,
}: { token: string; link: LinkAnswer } & Then) {
  return (
    <SendForm<SignInAnswer>
      path="/api/auth/reset-password"
      shown={['newPassword']}
      body={({ newPassword }) => ({ token, newPassword })}
      onSent={({ twoFactorRedirect }) => (twoFactorRedirect ? onCode() : onDone())}
      submit="Set password"
    >
      {(fields) => (
        <>
          <Text size="sm">
            {invited ? `Welcome, ${name}. You’ll sign in as ${email}.` : `Choose a new password for ${email}.`}
          </Text>
          {/* Names the user for a password manager. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordInput label="New password" fault={fields.newPassword} />
        </>
      )}
    </SendForm>
  );
}
