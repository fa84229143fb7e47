import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getJson, RequestFault } from '../../api/request';
import { type FormProps, FormView, type InDialog, type Typed, trimmed } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, faultsOf, notifyDone } from '../../ui/form/form';
import { Hint } from '../../ui/text/values';
import { AskApproval, useGuarded } from '../approvals/guarded-form';

type Change = Record<string, string | boolean>;

type Props<Filled extends Typed, Preview> = Omit<FormProps<Filled>, 'submit' | 'danger'> & {
  /** The change: what `path` gets, and `path/preview` before. It is called with texts that are trimmed. */
  change(typed: Filled): Change;
  /** As for `useSend`. */
  invalidates: string[];
  /** The view of the second step: what the change does. */
  effect(preview: Preview): ReactNode;
  /** Fields of the preview that are sent beside the change. */
  seen?(preview: Preview): Change;
  /** Whether the preview says that the change would be refused. */
  refused?(preview: Preview): boolean;
  /** The verb on the button of the second step. */
  save: string;
  /** The message when it was done. */
  done(change: Change): string;
};

/** Asks for a change, and then shows what it does before it is saved, or asks for the approval that it needs. */
function PreviewedChange<Filled extends Typed, Preview extends object>(props: Props<Filled, Preview>) {
  const { path, start, change, invalidates, effect, seen, refused = () => false, save, done, onClose } = props;
  const [typed, setTyped] = useState(start);
  const [preview, setPreview] = useState<Preview | null>(null);
  const looking = useMutation({
    mutationFn: (asked: Change) => {
      const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      return getJson<Preview>(`${path}/preview`, query);
    },
  });
  const guarded = useGuarded<Change, object>(path, { invalidates });
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
  const set = async (looked: Preview) => {
    if ((await guarded.send({ ...asked, ...seen?.(looked) })) === null) return false;
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
        disabled={refused(preview)}
        busy={guarded.busy}
        fault={guarded.fault}
        onSubmit={() => set(preview)}
      >
        {effect(preview)}
        <Hint>Applies to new purchases.</Hint>
      </DialogForm>
    );
  return (
    <FormView
      form={{ ...props, submit: 'Continue' }}
      typed={typed}
      faults={refusal.fields}
      busy={looking.isPending || guarded.busy}
      fault={refusal.fault}
      onType={setTyped}
      onSubmit={look}
    />
  );
}

/** A button, and a change that is previewed in its dialog. */
export const PreviewedDialog = <Filled extends Typed, Preview extends object>({
  dialog,
  ...form
}: InDialog<Props<Filled, Preview>>) => (
  <DialogButton {...dialog}>{(close) => <PreviewedChange<Filled, Preview> {...form} onClose={close} />}</DialogButton>
);
