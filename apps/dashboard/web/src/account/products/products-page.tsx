import { Code, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Products } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { TablePanel } from '../../ui/table/table-panel';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';
import { DataPlansPanel } from './data-plans-panel';
import { PRODUCT_TABS, type ProductsTab } from './products-tab';

const route = getRouteApi('/shell/account/products');
const TABS = Object.keys(PRODUCT_TABS) as ProductsTab[];

export default function ProductsPage() {
  const { tab = 'data', search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const products = useQuery(thingQuery<Products>('/api/products'));
  return (
    <>
      <PageHeader
        title="Products"
        about={products.data && `What you can sell, at your prices. Your tier: ${products.data.tier}.`}
      />
      <Tabs
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen as ProductsTab }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {PRODUCT_TABS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            <Loaded query={products}>{(read) => <ProductPanel tab={name} products={read} search={search} />}</Loaded>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

type PanelProps = { tab: ProductsTab; products: Products; search: string };

function ProductPanel({ tab, products: { data, airtime, cable, cableKnown, electricity }, search }: PanelProps) {
  switch (tab) {
    case 'data':
      return <DataPlansPanel key={search} plans={data} searched={search} />;
    case 'airtime':
      return (
        <BoundsPanel title="Airtime" of="Network" rows={airtime.map(({ network, ...bounds }) => [network, bounds])} />
      );
    case 'cable':
      return <CablePanel packages={cable} known={cableKnown} />;
    case 'electricity':
      return (
        <BoundsPanel title="Electricity" of="Disco" rows={electricity.map(({ disco, ...bounds }) => [disco, bounds])} />
      );
  }
}

type BoundsProps = { title: string; of: string; rows: [service: string, bounds: { min: string; max: string }][] };

/** Products sold at face value, with the least and the greatest amount of each. */
const BoundsPanel = ({ title, of, rows }: BoundsProps) => (
  <TablePanel
    title={title}
    caption={`${title}: minimum and maximum of one purchase`}
    filters={
      <Text size="sm" c="dimmed" px="md" pb="sm">
        Sold at face value: you pay what the customer gets.
      </Text>
    }
    idOf={([service]) => service}
    rows={rows}
    columns={[
      { header: of, names: true, cell: ([service]) => serviceName(service) },
      { header: 'Minimum', end: true, cell: ([, { min }]) => <Money amount={min} /> },
      { header: 'Maximum', end: true, cell: ([, { max }]) => <Money amount={max} /> },
    ]}
    empty={<EmptyState title="Not available right now" />}
  />
);

/** @param known false when the provider's list could not be read */
const CablePanel = ({ packages, known }: { packages: Products['cable']; known: boolean }) => (
  <TablePanel
    title="Cable TV packages"
    caption="Cable TV packages and prices"
    idOf={({ product, code }) => `${product} ${code}`}
    rows={packages}
    columns={[
      { header: 'Package', names: true, cell: ({ name }) => name },
      { header: 'TV provider', phone: 'plain', cell: ({ product }) => serviceName(product) },
      { header: 'Code', phone: 'plain', cell: ({ code }) => <Code>{code}</Code> },
      { header: 'Price', phone: 'end', end: true, cell: ({ price }) => <Money amount={price} /> },
    ]}
    empty={
      <EmptyState title={known ? 'Not available right now' : 'Packages are unavailable right now'}>
        {!known && 'We couldn’t load the list from the provider. Try again in a few minutes.'}
      </EmptyState>
    }
  />
);
