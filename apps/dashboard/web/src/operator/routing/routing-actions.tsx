import { Code, Text } from '@mantine/core';
import { ActionForm } from '../../ui/form/action-form';
import { ConfirmAction } from '../../ui/form/confirm-action';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';

const ROUTING = '/api/operator/routing';

/** Makes a version the active one; null: none. */
export function ActivateVersion({ version }: { version: number | null }) {
  const verb = version === null ? 'Deactivate rules' : 'Activate';
  return (
    <ConfirmAction
      button={verb}
      label={version === null ? undefined : `Activate version ${version}`}
      size="xs"
      path={`${ROUTING}/activate`}
      body={{ version }}
      invalidates={[ROUTING]}
      title={version === null ? 'Deactivate the rules?' : `Activate version ${version}?`}
      confirm={verb}
      done={() => (version === null ? 'No rules are active.' : `Version ${version} is active.`)}
    >
      {version === null
        ? 'Within two seconds, each order goes to the first provider in PROVIDERS that can take it.'
        : 'Within two seconds, every process uses these rules. You can activate an earlier version again.'}
    </ConfirmAction>
  );
}

/** Writes a new version, beginning with the active rules. */
export const WriteRules = ({ rules }: { rules: string[] }) => (
  <DialogButton button="Create version" size="xs" title="Create a version of the rules" wide="lg">
    {(close) => (
      <ActionForm
        path={`${ROUTING}/versions`}
        invalidates={[ROUTING]}
        start={{ rules: rules.join('\n'), note: '', activate: false }}
        fields={FIELDS}
        submit="Create version"
        done={({ version }: { version: number }, { activate }) =>
          `Version ${version} was created${activate ? ' and activated' : ''}.`
        }
        onClose={close}
        about={
          <Text size="sm" component="div">
            Write one rule per line: the product, a service if the rule is for one only, and the providers in order of
            preference. You can add a range of amounts in naira or <Code>off</Code> after a provider.
            <br />
            <Code>AIRTIME mtn: monnify 100-5000, vtpass</Code>
          </Text>
        }
      />
    )}
  </DialogButton>
);

const FIELDS: Field<'rules' | 'note' | 'activate'>[] = [
  { name: 'rules', label: 'Rules', as: 'rules', focus: true },
  { name: 'note', label: 'Note', description: 'What changed. Other operators see it here and in the audit log.' },
  { name: 'activate', label: 'Activate this version now', as: 'check' },
];
