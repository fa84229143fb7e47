import { ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PaidPrice, PricePreview } from '@topup/dashboard-contract';
import { useState } from 'react';
import { getJson, RequestFault } from '../../api/request';
import { counted, formatCount } from '../../format/numbers';
import { type FormProps, FormView, type InDialog, type Typed, trimmed } from '../../ui/form/action-form';
import { DialogButton } from '../../ui/form/dialog';
import { DialogForm, faultsOf, notifyDone } from '../../ui/form/form';
import { type Column, DataTable } from '../../ui/table/data-table';
import { Hint, Money, Small } from '../../ui/text/values';
import { AskApproval, useGuarded } from '../approvals/guarded-form';
import { percentText } from '../margin/margin-columns';

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
function PriceChange<Filled extends Typed>(props: Props<Filled>) {
  const { path, tier, start, change, save, done, onClose } = props;
  const [typed, setTyped] = useState(start);
  const [preview, setPreview] = useState<PricePreview | null>(null);
  const looking = useMutation({
    mutationFn: (asked: Change) => {
      const query = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
      return getJson<PricePreview>(`${path}/preview`, query);
    },
  });
  const guarded = useGuarded<Change, object>(path, { invalidates: ['/api/operator/catalogue', '/api/operator/tiers'] });
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

/** A button, and a change of prices in its dialog. */
export const PriceChangeDialog = <Filled extends Typed>({ dialog, ...form }: InDialog<Props<Filled>>) => (
  <DialogButton {...dialog}>{(close) => <PriceChange {...form} onClose={close} />}</DialogButton>
);

type Plan = PricePreview['plans'][number];
type Sales = PricePreview['sold'];

/** Shows the effect of a price change before it is saved: on each plan, on accounts, and on their recent purchases. */
export function PriceEffect({ preview: { plans, accounts, sold }, tier }: { preview: PricePreview; tier: string }) {
  if (plans.length === 0) return <Text size="sm">No prices change. Every plan has its own price or markup.</Text>;
  return (
    <Stack gap="sm">
      <ScrollArea.Autosize mah={320} type="auto">
        <DataTable
          caption="Price changes"
          columns={columns(sold.days > 0)}
          rows={plans}
          idOf={({ planId }) => planId}
        />
      </ScrollArea.Autosize>
      <Text size="sm">{whoText(accounts, tier)}</Text>
      <Text size="sm">
        <Sold sold={sold} plans={plans.length} />
      </Text>
    </Stack>
  );
}

function Sold({ sold: { days, purchases, marginBefore, marginAfter }, plans }: { sold: Sales; plans: number }) {
  if (days === 0) return 'We couldn’t count their purchases: the database is busy. You can still save the price.';
  const span = counted(days, 'day');
  if (purchases === 0) return `They bought none of ${plans === 1 ? 'this plan' : 'these plans'} in the last ${span}.`;
  return (
    <>
      Margin on their {counted(purchases, 'purchase')} in the last {span}, at today’s cost:{' '}
      <Loss amount={marginBefore} /> before, <Loss amount={marginAfter} /> after.
    </>
  );
}

const columns = (isCounted: boolean): Column<Plan>[] => [
  {
    header: 'Plan',
    cell: ({ name, cost, purchases }) => (
      <>
        {name}
        <Small whole>
          Cost <Money amount={cost} />
        </Small>
        {isCounted && <Small whole>{formatCount(purchases)} sold</Small>}
      </>
    ),
    names: true,
  },
  { header: 'Before', cell: ({ before }) => <Paid paid={before} />, end: true },
  { header: 'After', cell: ({ after }) => <Paid paid={after} />, end: true },
];

function Paid({ paid: { price, margin, marginPercent } }: { paid: PaidPrice }) {
  return (
    <>
      <Money amount={price} fw={600} />
      <Small whole>
        Margin <Loss amount={margin} />
      </Small>
      <Small whole>{percentText(marginPercent)}</Small>
    </>
  );
}

const Loss = ({ amount }: { amount: string }) => <Money amount={amount} fw={600} gain />;

function whoText({ count, names }: PricePreview['accounts'], tier: string): string {
  if (count === 0) return `No accounts are in tier ${tier}.`;
  const more = count - names.length;
  const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
  return `Affects ${counted(count, 'account')} in tier ${tier}: ${names.join(', ')}${rest}.`;
}
