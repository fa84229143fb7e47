import { Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import type { LinkAnswer, SignInAnswer } from '@topup/dashboard-contract';
import { postJson } from '../api/request';
import { SendForm } from '../ui/form/form';
import { ErrorState } from '../ui/page/page';
import { SentenceLink, TextLink } from '../ui/text/links';
import { EntryPage } from './entry';
import { NewPasswordInput } from './inputs';

const route = getRouteApi('/set-password');

/** The target of a one-time link, from an invitation or a password reset. The new password signs the user in. */
export default function SetPasswordPage() {
  const { token } = route.useSearch();
  const router = useRouter();
  return (
    <EntryPage title="Set your password" place="/" onBack={() => void router.navigate({ to: '/sign-in' })}>
      {(onAnswer) => (token === undefined ? <NoToken /> : <PasswordOfLink token={token} onAnswer={onAnswer} />)}
    </EntryPage>
  );
}

const NoToken = () => (
  <Text size="sm">
    This link is incomplete. Open the full link again, or <SentenceLink to="/forgot">request a new one</SentenceLink>.
  </Text>
);

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['/api/auth/link', token],
    queryFn: () => postJson<LinkAnswer>('/api/auth/link', { token }),
    staleTime: Infinity,
  });

function PasswordOfLink({ token, onAnswer }: { token: string; onAnswer(answer: SignInAnswer): void }) {
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
  if (link === undefined) return <Skeleton height={160} />;
  const { email, name, invited } = link;
  return (
    <SendForm<SignInAnswer>
      path="/api/auth/reset-password"
      shown={['newPassword']}
      body={({ newPassword }) => ({ token, newPassword })}
      onSent={onAnswer}
      submit="Set password"
    >
      {(fields) => (
        <>
          <Text size="sm">
            {invited ? `Welcome, ${name}. You’ll sign in as ${email}.` : `Choose a new password for ${email}.`}
          </Text>
          {/* Names the user for a password manager. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <NewPasswordInput error={fields.newPassword} />
        </>
      )}
    </SendForm>
  );
}
