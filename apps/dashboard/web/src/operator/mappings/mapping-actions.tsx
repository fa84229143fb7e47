import { Text } from '@mantine/core';
import type { MappingRow, MappingsChanged, OurProductRow, ProviderProductRow } from '@topup/dashboard-contract';
import { counted } from '../../format/numbers';
import { ActionDialog } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { providerName, serviceName } from '../../ui/text/names';
import { Facts, Money } from '../../ui/text/values';

const MAPPINGS = '/api/operator/mappings';

/** Our product by its proper names. Airtime and electricity are stored by code: "eko-electric prepaid". */
export function ourName({ name }: OurProductRow): string {
  const [code = '', ...rest] = name.split(' ');
  return [serviceName(code), ...rest].join(' ');
}

/** An open amount has no cost of its own. */
export function Cost({ amount }: { amount: string | null | undefined }) {
  return amount == null ? (
    <Text span c="dimmed">
      Any amount
    </Text>
  ) : (
    <Money amount={amount} />
  );
}

/** Confirms all proposals, of one provider or ('') of all. */
export const AcceptProposals = ({ provider, proposals }: { provider: string; proposals: number }) => (
  <ConfirmAction
    button="Confirm all proposals"
    size="xs"
    path={`${MAPPINGS}/accept`}
    body={{ provider }}
    invalidates={[MAPPINGS]}
    title={`Confirm ${counted(proposals, 'proposal')}?`}
    confirm="Confirm proposals"
    done={({ changed, left }: MappingsChanged) =>
      `${counted(changed, 'mapping')} confirmed, ${left?.length ?? 0} left.`
    }
  >
    This confirms the proposals of {provider === '' ? 'all providers' : providerName(provider)}. Our orders can then go
    to these products. Read the proposals first, and reject the wrong ones. If a product has several proposals, none of
    them is confirmed.
  </ConfirmAction>
);

const WORDS = {
  confirm: { verb: 'Confirm', done: 'confirmed', effect: 'Our orders can go to this product.' },
  reject: {
    verb: 'Reject',
    done: 'rejected',
    effect: 'Our orders won’t go to this product. A sync won’t propose it again.',
  },
};

/** One decision on one mapping, after both products were read once more. */
export function DecideMapping({ row: { id, ours, theirs }, to }: { row: MappingRow; to: 'confirm' | 'reject' }) {
  const { verb, done, effect } = WORDS[to];
  const name = ours === null ? theirs.name : ourName(ours);
  const product = `${providerName(theirs.provider)} ${theirs.name}`;
  return (
    <ConfirmAction
      {...rowOpener(verb, `${verb} ${name} as ${product}`, `${verb} this mapping?`)}
      path={`${MAPPINGS}/${to}`}
      body={{ ids: [id] }}
      invalidates={[MAPPINGS]}
      confirm={`${verb} mapping`}
      danger={to === 'reject'}
      done={() => `Mapping ${done}: ${name} → ${product}`}
    >
      <Facts
        rows={[
          ['Our product', ours === null ? 'No longer sold' : name],
          ['Our cost', <Cost key="ours" amount={ours?.cost} />],
          [`${providerName(theirs.provider)} product`, theirs.name],
          [`${providerName(theirs.provider)} cost`, <Cost key="theirs" amount={theirs.cost} />],
        ]}
      />
      {effect}
    </ConfirmAction>
  );
}

type Props = { ours: OurProductRow; provider: string; choices: ProviderProductRow[] };

/** Maps our product to one that the provider lists and that has no mapping. */
export function MapByHand({ ours, provider, choices }: Props) {
  const title = `Map ${ourName(ours)} to a product of ${providerName(provider)}`;
  const wordOf = ({ name, code, cost }: ProviderProductRow) => `${name} (${code}${cost === null ? '' : `, ₦${cost}`})`;
  return (
    <ActionDialog
      dialog={{ button: 'Map', label: title, size: 'xs', title: title }}
      path={`${MAPPINGS}/make`}
      invalidates={[MAPPINGS]}
      start={{ productId: '' }}
      fields={[
        {
          name: 'productId',
          label: `Product of ${providerName(provider)}`,
          choices: [['', 'Choose a product'], ...choices.map((theirs) => [String(theirs.id), wordOf(theirs)] as const)],
          focus: true,
        },
      ]}
      body={({ productId }) => ({ productId: Number(productId), to: ours.product })}
      submit="Map product"
      ready={({ productId }) => productId !== ''}
      done={() => `${ourName(ours)} was mapped to a product of ${providerName(provider)}.`}
    >
      <Text size="sm">
        Our orders can then go to this product. Make sure that the customer gets the same: nothing checks it later.
      </Text>
    </ActionDialog>
  );
}
