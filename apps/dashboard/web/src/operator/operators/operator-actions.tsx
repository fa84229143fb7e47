import { Text } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import type { OperatorLink, OperatorRow } from '@topup/dashboard-contract';
import type { ReactNode } from 'react';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { notifyDone } from '../../ui/form/notify';
import { APPROVAL_NOTE } from '../approvals/ask-approval';
import { GuardedForm } from '../approvals/guarded-form';
import { usePolicy } from '../approvals/policy';
import { LinkMade } from './link-made';

type Props = { operator: OperatorRow };

const PERSON: Field<'name' | 'email'>[] = [
  { name: 'name', label: 'Name', most: 100, focus: true },
  { name: 'email', label: 'E-mail', as: 'email', most: 254 },
];

export const AddOperator = () => (
  <DialogButton
    button="Add operator"
    size="xs"
    leftSection={<IconUserPlus size={16} aria-hidden />}
    title="Add operator"
  >
    {(close) => (
      <OperatorForm
        below=""
        person={PERSON}
        submit="Add operator"
        outcome={(made: OperatorLink, { email = '' }) => <LinkMade email={email} made={made} onClose={close} />}
        onClose={close}
      />
    )}
  </DialogButton>
);

/** For an operator whose invitation has expired, or who lost the password. */
export const LinkOperator = ({ operator: { id, name, email } }: Props) => (
  <DialogButton
    button="Create link"
    label={`Create link for ${name}`}
    size="xs"
    title={`Create a new link for ${name}?`}
  >
    {(close) => (
      <OperatorForm
        below={`/${id}/link`}
        submit="Create link"
        outcome={(made: OperatorLink) => <LinkMade email={email} made={made} onClose={close} />}
        onClose={close}
      >
        Anyone who opens the link can set the password of {email}. Signing in also needs two-factor authentication.
      </OperatorForm>
    )}
  </DialogButton>
);

export const ResetFactor = ({ operator: { id, name, email } }: Props) => (
  <DialogButton
    button="Reset two-factor"
    label={`Reset two-factor authentication of ${name}`}
    size="xs"
    title={`Reset two-factor authentication of ${name}?`}
  >
    {(close) => (
      <OperatorForm
        below={`/${id}/factor-reset`}
        submit="Reset two-factor authentication"
        outcome={() => said(`Two-factor authentication of ${name} was reset.`, close)}
        onClose={close}
      >
        {email} will be signed out everywhere and must set up two-factor authentication again. First ask them in person
        whether they lost their phone and backup codes.
      </OperatorForm>
    )}
  </DialogButton>
);

export const DisableOperator = ({ operator: { id, name, email } }: Props) => (
  <DialogButton button="Disable" label={`Disable ${name}`} size="xs" title={`Disable ${name}?`}>
    {(close) => (
      <OperatorForm
        below={`/${id}/disable`}
        submit="Disable operator"
        outcome={() => said(`${name} can no longer sign in.`, close)}
        onClose={close}
      >
        {email} will be signed out everywhere and can’t sign in again.
      </OperatorForm>
    )}
  </DialogButton>
);

function said(done: string, close: () => void): null {
  notifyDone(done);
  close();
  return null;
}

type FormProps<Answer> = {
  /** Where it is posted to, below the path of operators. */
  below: string;
  /** The fields of a new operator. */
  person?: typeof PERSON;
  /** The verb on the button when no approval is required. */
  submit: string;
  outcome(answer: Answer, body: { email?: string }): ReactNode;
  onClose(): void;
  /** What happens to an operator. */
  children?: ReactNode;
};

/** A change of operators, which asks for the note of an approval when approvals are required. */
function OperatorForm<Answer extends object>({
  below,
  person = [],
  submit,
  outcome,
  onClose,
  children,
}: FormProps<Answer>) {
  const required = usePolicy()?.approvals !== 'off';
  return (
    <GuardedForm
      path={`/api/operator/operators${below}`}
      start={{ name: '', email: '', approvalNote: '' }}
      fields={[...person, ...(required ? [APPROVAL_NOTE] : [])]}
      submit={required ? 'Ask for approval' : submit}
      danger={!required && children !== undefined}
      read={({ name, email, approvalNote }) => ({
        body: { ...(person.length > 0 && { name, email }), ...(required && { approvalNote }) },
      })}
      outcome={outcome}
      onClose={onClose}
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
