import { Text } from '@mantine/core';
import type { FindingRow } from '@topup/dashboard-contract';
import { ActionForm } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog-button';
import type { Field } from '../../ui/form/inputs';
import { chargedText, FINDING_KINDS } from './findings';

/** Ends an open finding by what the operator knows of it. */
export const ResolveFinding = ({ finding: { id, kind, ...finding } }: { finding: FindingRow }) => (
  <DialogButton
    button="Resolve"
    label={`Resolve finding ${id}`}
    size="xs"
    title={`Finding ${id}: ${FINDING_KINDS[kind]}`}
  >
    {(close) => (
      <ActionForm
        path={`/api/operator/reconciliation/findings/${id}/resolve`}
        invalidates={['/api/operator/reconciliation']}
        start={{ resolution: finding.suggested ? 'matched' : 'accepted', amount: '', note: '' }}
        fields={({ resolution }) => [
          resolutionField(finding.suggested),
          ...(resolution === 'accepted' ? [AMOUNT] : []),
          { name: 'note', label: 'Evidence', focus: true },
        ]}
        body={({ resolution, note, amount }) => ({
          resolution,
          note,
          ...(resolution === 'accepted' && amount !== '' && { amount }),
        })}
        submit="Resolve"
        done={() => `Finding ${id} is resolved.`}
        onClose={close}
        about={
          <Text size="sm">
            {chargedText(finding)} This changes no purchase and no wallet. To settle a purchase, open its page.
          </Text>
        }
      />
    )}
  </DialogButton>
);

const AMOUNT: Field<'amount'> = {
  name: 'amount',
  label: 'Change of our float in naira',
  description: 'Leave empty to use the difference. A negative amount lowers our float.',
  optional: true,
};

const resolutionField = (suggested: boolean): Field<'resolution'> => ({
  name: 'resolution',
  label: 'Resolution',
  choices: [
    ['accepted', 'Accept: the provider is right, and our float changes'],
    ...(suggested ? [['matched', 'Match: the suggested row belongs to this purchase'] as const] : []),
    ['explained', 'Explain: the difference costs nothing'],
  ],
});
