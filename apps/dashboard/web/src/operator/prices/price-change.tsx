import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PricePreview } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, RequestFault } from '../../api/request';
import { FormParts, type FormProps, ofTyped, trimmed } from '../../ui/form/action-form';
import { DialogForm } from '../../ui/form/dialog-form';
import { Inputs, type Typed } from '../../ui/form/inputs';
import { notifyDone } from '../../ui/form/notify';
import { faultsOf } from '../../ui/form/use-send';
import { AskApproval } from '../approvals/ask-approval';
import { useGuarded } from '../approvals/use-guarded';
import { PriceEffect } from './price-effect';

type Change = Record<string, string | boolean>;

type Props<Filled extends Typed> = Omit<FormProps<Filled>, 'submit' | 'danger'> & {
  tier: string;
  /** The change: what `path` gets, and `path/preview` before. It is called with texts that are trimmed. */
  change(typed: Filled): Change;
  /** The verb on the button of the second step. */
  save: string;
  /** The message when it was done. */
  done(change: Change): string;
};

/** Asks for a change of prices, and then shows what it does before it is saved, or asks for the approval it needs. */
export function PriceChange<Filled extends Typed>(props: Props<Filled>) {
  const { path, tier, start, change, save, done, ready = () => true, onClose } = props;
  const [typed, setTyped] = useState(start);
  const [preview, setPreview] = useState<PricePreview | null>(null);
  const looking = useMutation({
    mutationFn: (asked: Change) => {
      const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      return getJson<PricePreview>(`${path}/preview`, query);
    },
  });
  const guarded = useGuarded<Change, object>(path, { invalidates: ['/api/operator/catalogue', '/api/operator/tiers'] });
  const fields = ofTyped(props.fields, typed);
  const refusal = faultsOf(looking.error, Object.keys(typed));
  const asked = change(trimmed(typed));
  const look = async () => {
    try {
      setPreview(await looking.mutateAsync(asked));
    } catch (error) {
      const isGuarded = error instanceof RequestFault && error.code === 'approval_needed';
      if (isGuarded && (await guarded.send(asked)) !== null) onClose();
    }
    return false;
  };
  const set = async ({ seen }: PricePreview) => {
    if ((await guarded.send({ ...asked, seen })) === null) return false;
    notifyDone(done(asked));
    onClose();
    return false;
  };
  const back = () => {
    guarded.clear();
    setPreview(null);
  };
  if (guarded.needed !== null || guarded.asked !== null)
    return <AskApproval guarded={guarded} note="" onBack={guarded.clear} onClose={onClose} />;
  if (preview !== null)
    return (
      <DialogForm
        onClose={back}
        leave="Back"
        submit={save}
        busy={guarded.busy}
        fault={guarded.fault}
        onSubmit={() => set(preview)}
      >
        <PriceEffect preview={preview} tier={tier} />
        <Text size="sm" c="dimmed">
          Applies to new purchases.
        </Text>
      </DialogForm>
    );
  return (
    <DialogForm
      onClose={onClose}
      submit="Continue"
      busy={looking.isPending || guarded.busy}
      fault={refusal.fault}
      onSubmit={look}
      disabled={!ready(typed)}
    >
      <FormParts about={props.about} below={props.children} typed={typed}>
        <Inputs fields={fields} typed={typed} faults={refusal.fields} onType={setTyped} />
      </FormParts>
    </DialogForm>
  );
}
