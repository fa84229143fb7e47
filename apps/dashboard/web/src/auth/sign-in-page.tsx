import { getRouteApi } from '@tanstack/react-router';
import type { SignInAnswer } from '@topup/dashboard-contract';
import { localPath } from '../api/address';
import { SendForm } from '../ui/form/form';
import { TextLink } from '../ui/text/links';
import { EntryPage } from './entry';
import { CurrentPasswordInput, EmailInput } from './inputs';

const route = getRouteApi('/sign-in');

/** Leads back to the page that asked for the sign-in. */
export default function SignInPage() {
  const place = route.useSearch({ select: (search) => localPath(search.return) }) ?? '/';
  return (
    <EntryPage title="Sign in" place={place}>
      {(onAnswer) => (
        <>
          <SendForm<SignInAnswer>
            path="/api/auth/sign-in/email"
            body={({ email = '', password }) => ({ email: email.trim(), password })}
            onSent={onAnswer}
            submit="Sign in"
          >
            {() => (
              <>
                <EmailInput />
                <CurrentPasswordInput label="Password" />
              </>
            )}
          </SendForm>
          <TextLink to="/forgot" size="sm">
            Forgot your password?
          </TextLink>
        </>
      )}
    </EntryPage>
  );
}
