import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react';
import type { OperatorLink, OperatorRow } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import type { Field, InDialog } from '../../ui/form/action-form';
import { DialogButton, rowOpener } from '../../ui/form/dialog';
import { CopyButton } from '../../ui/text/copy';
import { ButtonLink } from '../../ui/text/links';
import { Hint } from '../../ui/text/values';
import { APPROVAL_NOTE, GuardedForm } from '../approvals/guarded-form';
import { usePolicy } from '../approvals/policy';

type Props = { operator: OperatorRow };

/** The fields of a new user, of an account or of this console. */
export const PERSON: Field<'name' | 'email'>[] = [
  { name: 'name', label: 'Name', most: 100, focus: true },
  { name: 'email', label: 'E-mail', as: 'email', most: 254 },
];

export const AddOperator = () => (
  <OperatorDialog
    dialog={{
      button: 'Add operator',
      size: 'xs',
      leftSection: <IconUserPlus size={16} aria-hidden />,
      title: 'Add operator',
    }}
    below=""
    person={PERSON}
    submit="Add operator"
    outcome={(made: OperatorLink, { email = '' }, close) => <LinkMade email={email} made={made} onClose={close} />}
  />
);

/** For an operator whose invitation has expired, or who lost the password. */
export const LinkOperator = ({ operator: { id, name, email } }: Props) => (
  <OperatorDialog
    dialog={rowOpener('Create link', `Create link for ${name}`, `Create a new link for ${name}?`)}
    below={`/${id}/link`}
    submit="Create link"
    outcome={(made: OperatorLink, _, close) => <LinkMade email={email} made={made} onClose={close} />}
  >
    Anyone who opens the link can set the password of {email}. Signing in also needs two-factor authentication.
  </OperatorDialog>
);

export const ResetFactor = ({ operator: { id, name, email } }: Props) => (
  <OperatorDialog
    dialog={rowOpener('Reset two-factor', `Reset two-factor authentication of ${name}`)}
    below={`/${id}/factor-reset`}
    submit="Reset two-factor authentication"
    outcome={() => `Two-factor authentication of ${name} was reset.`}
  >
    {email} will be signed out everywhere and must set up two-factor authentication again. First ask them in person
    whether they lost their phone and backup codes.
  </OperatorDialog>
);

export const DisableOperator = ({ operator: { id, name, email } }: Props) => (
  <OperatorDialog
    dialog={rowOpener('Disable', `Disable ${name}`)}
    below={`/${id}/disable`}
    submit="Disable operator"
    outcome={() => `${name} can no longer sign in.`}
  >
    {email} will be signed out everywhere and can’t sign in again.
  </OperatorDialog>
);

type FormProps<Answer> = {
  /** Where it is posted to, below the path of operators. */
  below: string;
  /** The fields of a new operator. */
  person?: typeof PERSON;
  /** The verb on the button when no approval is required. */
  submit: string;
  outcome(answer: Answer, body: { email?: string }, close: () => void): ReactNode;
  onClose(): void;
  /** The description of the effect on an operator. */
  children?: ReactNode;
};

const OperatorDialog = <Answer extends object>({ dialog, ...form }: InDialog<FormProps<Answer>>) => (
  <DialogButton {...dialog}>{(close) => <OperatorForm {...form} onClose={close} />}</DialogButton>
);

/** A change of operators, which asks for the note of an approval when approvals are required. */
function OperatorForm<Answer extends object>({ below, person = [], submit, children, ...form }: FormProps<Answer>) {
  const required = usePolicy()?.approvals !== 'off';
  return (
    <GuardedForm
      {...form}
      path={`/api/operator/operators${below}`}
      start={{ name: '', email: '', approvalNote: '' }}
      fields={[...person, ...(required ? [APPROVAL_NOTE] : [])]}
      submit={required ? 'Ask for approval' : submit}
      danger={!required && children !== undefined}
      read={({ name, email, approvalNote }) => ({
        body: { ...(person.length > 0 && { name, email }), ...(required && { approvalNote }) },
      })}
      about={
        children !== undefined && (
          <>
            <Text size="sm">{children}</Text>
            {required && <Text size="sm">A second operator must approve this.</Text>}
          </>
        )
      }
    />
  );
}

type MadeProps = { email: string; made: OperatorLink; onClose(): void };

/** The link to set a password, once; or that it was mailed. With an approval it works later. */
export function LinkMade({ email, made: { link, approval }, onClose }: MadeProps) {
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

/** A link that sets a password, to be handed to one person. */
function HandOnLink({ email, link }: { email: string; link: string }) {
  return (
    <>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {link}
      </Code>
      <Hint>Send it only to {email}, over a private channel. Anyone who opens it can set the password.</Hint>
    </>
  );
}
