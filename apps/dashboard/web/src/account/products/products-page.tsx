import { Button, Center, Code, Group, NativeSelect, Tabs, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Product, Products } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { counted, percentText } from '../../format/numbers';
import { EmptyState, Loaded, PageHeader, Panel } from '../../ui/page/page';
import { type Column, DataTable } from '../../ui/table/data-table';
import { TablePanel } from '../../ui/table/table-panel';
import { serviceName } from '../../ui/text/names';
import { Money, Small, StatusBadge } from '../../ui/text/values';
import { PRODUCT_TABS } from './products-tab';

const route = getRouteApi('/shell/account/products');
const TABS = Object.keys(PRODUCT_TABS) as Product[];

/** The last one is a product that an operator turns on. */
const isOnSale = ({ packages, open }: Products, tab: Product): boolean =>
  tab === 'DATA' || [...packages, ...open].some(({ product }) => product === tab);

export default function ProductsPage() {
  const { tab = 'DATA', search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const products = useQuery(thingQuery<Products>('/api/products'));
  const tabs = TABS.filter((name) => products.data === undefined || isOnSale(products.data, name));
  return (
    <>
      <PageHeader
        title="Products"
        about={products.data && `What you can sell, at your prices. Your tier: ${products.data.tier}.`}
      />
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen as Product }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {PRODUCT_TABS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Loaded query={products}>{(read) => <ProductPanel tab={name} products={read} search={search} />}</Loaded>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

type PanelProps = { tab: Product; products: Products; search: string };

function ProductPanel({ tab, products: { data, packages, open, discounts }, search }: PanelProps) {
  const saved = new Map(
    discounts.filter(({ product }) => product === tab).map(({ service, percent }) => [service, percent]),
  );
  if (tab === 'DATA') return <DataPlansPanel key={search} plans={data} searched={search} />;
  const byPackage = packages.find(({ product }) => product === tab);
  if (byPackage !== undefined)
    return <PackagesPanel title={`${PRODUCT_TABS[tab]} packages`} saved={saved} {...byPackage} />;
  const { services = [] } = open.find(({ product }) => product === tab) ?? {};
  return <BoundsPanel title={PRODUCT_TABS[tab]} services={services} saved={saved} />;
}

/** The discount of each service that has one, in percent. */
type Saved = ReadonlyMap<string, string>;

type BoundsProps = { title: string; services: Products['open'][number]['services']; saved: Saved };

/** Products sold at face value, with the least and the greatest amount of each. */
const BoundsPanel = ({ title, services, saved }: BoundsProps) => (
  <TablePanel
    title={title}
    caption={`${title}: minimum and maximum of one purchase`}
    filters={
      <Text size="sm" c="dimmed" px="md" pb="sm">
        {saved.size === 0
          ? 'Sold at face value: you pay what the customer gets.'
          : 'Sold at face value: you pay what the customer gets, less your discount.'}
      </Text>
    }
    idOf={({ service }) => service}
    rows={services}
    columns={[
      { header: 'Service', names: true, cell: ({ service }) => serviceName(service) },
      { header: 'Minimum', end: true, cell: ({ min }) => <Money amount={min} /> },
      { header: 'Maximum', end: true, cell: ({ max }) => <Money amount={max} /> },
      ...discountColumn<BoundsProps['services'][number]>(saved),
    ]}
    empty={<EmptyState title="Not available right now" />}
  />
);

/** Only where there is a discount. */
const discountColumn = <Row extends { service: string }>(saved: Saved): Column<Row>[] =>
  saved.size === 0
    ? []
    : [{ header: 'Discount', end: true, cell: ({ service }) => percentText(saved.get(service) ?? null) }];

type Packages = Products['packages'][number];

const PackagesPanel = ({ title, known, list, saved }: { title: string; saved: Saved } & Packages) => (
  <TablePanel
    title={title}
    caption={`${title} and prices`}
    idOf={({ service, code }) => `${service} ${code}`}
    rows={list}
    columns={[
      { header: 'Package', names: true, cell: ({ name }) => name },
      { header: 'Service', phone: 'plain', cell: ({ service }) => serviceName(service) },
      { header: 'Code', phone: 'plain', cell: ({ code }) => <Code>{code}</Code> },
      {
        header: 'Price',
        phone: 'end',
        end: true,
        cell: ({ price, charged }) => (
          <Small whole under={<Money amount={price} />}>
            {charged !== price && (
              <>
                You pay <Money amount={charged} />
              </>
            )}
          </Small>
        ),
      },
      ...discountColumn<Packages['list'][number]>(saved),
    ]}
    empty={
      <EmptyState title={known ? 'Not available right now' : 'Packages are unavailable right now'}>
        {!known && 'We couldn’t load the list from the provider. Try again in a few minutes.'}
      </EmptyState>
    }
  />
);

type Plan = Products['data'][number];

/** On a phone, each plan is a card. */
const AT_FIRST = 50;

const COLUMNS: Column<Plan>[] = [
  { header: 'Plan', names: true, cell: ({ name }) => name },
  { header: 'Network', phone: 'plain', cell: ({ network }) => serviceName(network) },
  { header: 'Validity', phone: 'plain', cell: ({ validity }) => validity },
  { header: 'Plan ID', phone: 'plain', cell: ({ planId }) => (planId === null ? '–' : <Code>{planId}</Code>) },
  { header: 'Price', phone: 'end', end: true, cell: ({ price }) => <Money amount={price} /> },
  {
    header: 'Status',
    phone: 'plain',
    cell: ({ forSale }) => <StatusBadge status={forSale ? 'for_sale' : 'not_for_sale'} />,
  },
];

/** The page filters the plans, because they are a few hundred at most. `searched`: the first search. */
function DataPlansPanel({ plans, searched }: { plans: Plan[]; searched: string }) {
  const [network, setNetwork] = useState('');
  const [search, setSearch] = useState(searched);
  const [all, setAll] = useState(false);
  const networks = [...new Set(plans.map((plan) => plan.network))];
  const shown = plans.filter((plan) => (network === '' || plan.network === network) && holdsAll(plan, search));
  return (
    <Panel title="Data plans" flush>
      <Group component="search" align="flex-end" gap="sm" px="md" pb="md">
        <TextInput
          type="search"
          label="Search"
          placeholder="Name, validity or plan ID"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex="1 1 14rem"
        />
        <NativeSelect
          label="Network"
          value={network}
          onChange={(event) => setNetwork(event.currentTarget.value)}
          data={[{ value: '', label: 'All' }, ...networks.map((value) => ({ value, label: serviceName(value) }))]}
        />
        <Text size="sm" c="dimmed" role="status" pb={8}>
          {counted(shown.length, 'plan')}
        </Text>
      </Group>
      {shown.length > 0 ? (
        <DataTable
          caption="Data plans and prices"
          columns={COLUMNS}
          rows={all ? shown : shown.slice(0, AT_FIRST)}
          idOf={(plan) => plan.planId ?? `${plan.network} ${plan.name} ${plan.validity}`}
        />
      ) : (
        <EmptyState title={plans.length === 0 ? 'Not available right now' : 'No matching plans'} />
      )}
      {shown.length > AT_FIRST && !all && (
        <Center p="sm">
          <Button variant="default" size="xs" onClick={() => setAll(true)}>
            Show all {counted(shown.length, 'plan')}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

function holdsAll({ name, network, validity, planId }: Plan, search: string): boolean {
  const text = `${name} ${network} ${validity} ${planId ?? ''}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
