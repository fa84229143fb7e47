import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';

/** A user knows that a form to sign in needs each of its inputs. */
const NEEDED = { required: true, withAsterisk: false };

export const EmailInput = (look: TextInputProps) => (
  <TextInput name="email" type="email" label="E-mail" autoComplete="username" {...NEEDED} {...look} />
);

/** The password that the user has; the input `password` unless it is named. */
export const CurrentPasswordInput = (look: PasswordInputProps) => (
  <PasswordInput name="password" autoComplete="current-password" {...NEEDED} {...look} />
);

const SHORTEST = 12;
const LONGEST = 128;

/** The input `newPassword`, with the rules that the server applies. */
export const NewPasswordInput = (look: PasswordInputProps) => (
  <PasswordInput
    name="newPassword"
    label="New password"
    description={`At least ${SHORTEST} characters. Don’t include the name from your e-mail address. A few random words work well.`}
    autoComplete="new-password"
    minLength={SHORTEST}
    maxLength={LONGEST}
    {...NEEDED}
    {...look}
  />
);

/** Where a code of the second factor is typed. */
export const CodeInput = (look: TextInputProps) => (
  <TextInput name="code" autoComplete="one-time-code" {...NEEDED} {...look} />
);

/** The code that was typed, without the spaces that apps show in it. */
export const codeIn = ({ code = '' }: Record<string, string>): { code: string } => ({
  code: code.replaceAll(/\s/g, ''),
});
