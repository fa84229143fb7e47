import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconChecklist, IconDiscount } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DiscountPreview, DiscountRow, Product, TierRow } from '@topup/dashboard-contract';
import type { ComponentProps } from 'react';
import { thingQuery } from '../../api/queries';
import { withNaira } from '../../format/naira';
import { counted, percentText } from '../../format/numbers';
import { DISCOUNTED, PRODUCTS } from '../../generated/vocabulary';
import { useMe } from '../../layout/use-me';
import type { Field } from '../../ui/form/action-form';
import { ConfirmAction, rowOpener } from '../../ui/form/dialog';
import { EmptyState } from '../../ui/page/page';
import { type Column, TablePanel } from '../../ui/table/table-panel';
import { serviceName, soldName } from '../../ui/text/names';
import { Hint, Money, Small } from '../../ui/text/values';
import { PreviewedDialog } from './previewed-change';
import { Loss } from './price-change';

const PATH = '/api/operator/discounts';

/** Lists the discounts of tiers on services that are sold at face value. */
export function Discounts({ tiers }: { tiers: TierRow[] }) {
  const discounts = useQuery(thingQuery<DiscountRow[]>(PATH));
  return (
    <TablePanel
      title="Discounts"
      caption="Discounts of tiers on the face value of services"
      csv={`${PATH}.csv`}
      actions={<SetDiscount tiers={tiers} />}
      columns={columns}
      rows={discounts}
      idOf={(row) => `${row.tier} ${keyOf(row)}`}
      empty={
        <EmptyState title="No discounts" icon={IconDiscount}>
          Every tier pays the face value of airtime, cable TV and electricity.
        </EmptyState>
      }
    />
  );
}

type Service = Pick<DiscountRow, 'product' | 'service'>;
const keyOf = ({ product, service }: Service): string => `${product} ${service}`;
const nameOf = ({ product: productType, service }: Service): string => soldName({ productType, service });

const SERVICES: Service[] = Object.entries(DISCOUNTED).flatMap(([product, services]) =>
  services.map((service) => ({ product: product as Product, service })),
);

const columns: Column<DiscountRow>[] = [
  {
    header: 'Service',
    cell: ({ product, service }) => <Small under={serviceName(service)}>{PRODUCTS[product]}</Small>,
    names: true,
  },
  { header: 'Tier', cell: ({ tier }) => tier },
  { header: 'Discount', phone: 'end', cell: ({ percent }) => percentText(percent), end: true },
  { header: 'Below cost', cell: ({ belowCostAllowed }) => (belowCostAllowed ? 'Allowed' : '–') },
  {
    header: '',
    cell: (row) => (
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <ChangeDiscount row={row} />
        <RemoveDiscount row={row} />
      </Group>
    ),
    end: true,
  },
];

type Typed = { tier: string; service: string; percent: string; allowLoss: boolean };

const PERCENT: Field<'percent'> = {
  name: 'percent',
  label: 'Discount in percent',
  description: 'Of the face value, from 0.01 to 20.',
  as: 'decimal',
};
const ALLOW_LOSS: Field<'allowLoss'> = {
  name: 'allowLoss',
  label: 'Allow a discount below our cost (sales may lose money)',
  as: 'check',
};

function SetDiscount({ tiers }: { tiers: TierRow[] }) {
  const { products } = useMe();
  const onSale = SERVICES.filter(({ product }) => products.includes(product));
  return (
    <DiscountDialog
      dialog={{ button: 'Set discount', size: 'xs', title: 'Set discount' }}
      start={{ tier: '', service: '', percent: '', allowLoss: false }}
      fields={[
        {
          name: 'tier',
          label: 'Tier',
          choices: [['', 'Choose a tier'], ...tiers.map(({ name }) => [name, name] as const)],
          focus: true,
        },
        {
          name: 'service',
          label: 'Service',
          choices: [['', 'Choose a service'], ...onSale.map((each) => [keyOf(each), nameOf(each)] as const)],
        },
        PERCENT,
        ALLOW_LOSS,
      ]}
    />
  );
}

function ChangeDiscount({ row }: { row: DiscountRow }) {
  const title = `Change the discount of ${row.tier} on ${nameOf(row)}`;
  return (
    <DiscountDialog
      dialog={{ ...rowOpener('Change', title, title) }}
      start={{ tier: row.tier, service: keyOf(row), percent: row.percent, allowLoss: row.belowCostAllowed }}
      fields={[{ ...PERCENT, focus: true }, ALLOW_LOSS]}
    />
  );
}

type Dialog = Pick<ComponentProps<typeof PreviewedDialog<Typed, DiscountPreview>>, 'dialog' | 'start' | 'fields'>;

/** Sets a discount: first what it is, then what it would have cost. */
const DiscountDialog = (props: Dialog) => (
  <PreviewedDialog<Typed, DiscountPreview>
    {...props}
    path={PATH}
    invalidates={[PATH]}
    change={({ tier, service: key, percent, allowLoss }) => {
      const [product = '', service = ''] = key.split(' ');
      return { tier, product, service, percent, ...(allowLoss && { allowLoss }) };
    }}
    ready={({ tier, service }) => tier !== '' && service !== ''}
    effect={(preview) => <DiscountEffect preview={preview} />}
    refused={({ refusal }) => refusal !== null && refusal.code !== NEEDS_APPROVAL}
    save="Set discount"
    done={({ tier, product, service, percent }) =>
      `Tier ${tier} now saves ${percent}% on ${nameOf({ product, service } as Service)}.`
    }
  >
    <Hint>You’ll review the effect before you save.</Hint>
  </PreviewedDialog>
);

const NEEDS_APPROVAL = 'approval_needed';

/** The effect of a discount before it is saved: on what was sold in the last days, and why it would be refused. */
function DiscountEffect({ preview: { commissionPercent, sold, refusal } }: { preview: DiscountPreview }) {
  const { days, purchases, face, marginBefore, marginAfter } = sold;
  const span = `the last ${counted(days, 'day')}`;
  return (
    <Stack gap="sm">
      <Text size="sm">
        {Number(commissionPercent) === 0
          ? `A provider gave no commission in ${span}, or nothing was sold.`
          : `The least commission of a provider in ${span} was ${percentText(commissionPercent)} of the face value.`}
      </Text>
      <Text size="sm">
        {purchases === 0 ? (
          `The tier bought none in ${span}.`
        ) : (
          <>
            Margin on the tier’s {counted(purchases, 'purchase')} for <Money amount={face} /> in {span}:{' '}
            <Loss amount={marginBefore} /> before, <Loss amount={marginAfter} /> after.
          </>
        )}
      </Text>
      {refusal !== null &&
        (refusal.code === NEEDS_APPROVAL ? (
          <Alert color="blue" variant="outline" role="status" icon={<IconChecklist aria-hidden />}>
            {withNaira(refusal.message)} You can ask for it next.
          </Alert>
        ) : (
          <Alert color="red" variant="outline" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {withNaira(refusal.message)}
          </Alert>
        ))}
    </Stack>
  );
}

function RemoveDiscount({ row }: { row: DiscountRow }) {
  const { tier, product, service } = row;
  return (
    <ConfirmAction
      {...rowOpener('Remove', `Remove the discount of ${tier} on ${nameOf(row)}`)}
      path={`${PATH}/remove`}
      body={{ tier, product, service }}
      invalidates={[PATH]}
      confirm="Remove discount"
      done={() => `Tier ${tier} pays the face value of ${nameOf(row)} again.`}
    >
      Accounts in tier {tier} will pay the face value. Applies to new purchases.
    </ConfirmAction>
  );
}
