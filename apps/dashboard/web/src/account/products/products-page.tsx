import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Products } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { Loaded } from '../../ui/page/loaded';
import { PageHeader } from '../../ui/page/page-header';
import { serviceName } from '../../ui/text/names';
import { BoundsPanel } from './bounds-panel';
import { CablePanel } from './cable-panel';
import { DataPlansPanel } from './data-plans-panel';
import { PRODUCT_TABS, type ProductsTab, readProductsTab } from './products-tab';

const route = getRouteApi('/shell/account/products');
const TABS = Object.keys(PRODUCT_TABS) as ProductsTab[];

export function ProductsPage() {
  const { tab = 'data', search = '' } = route.useSearch({ select: readProductsTab });
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

function ProductPanel({
  tab,
  products: { data, airtime, cable, cableKnown, electricity },
  search,
}: {
  tab: ProductsTab;
  products: Products;
  search: string;
}) {
  switch (tab) {
    case 'data':
      return <DataPlansPanel key={search} plans={data} searched={search} />;
    case 'airtime':
      return (
        <BoundsPanel
          title="Airtime"
          of="Network"
          rows={airtime.map(({ network, ...bounds }) => ({ name: serviceName(network), ...bounds }))}
        />
      );
    case 'cable':
      return <CablePanel packages={cable} known={cableKnown} />;
    case 'electricity':
      return (
        <BoundsPanel
          title="Electricity"
          of="Disco"
          rows={electricity.map(({ disco, ...bounds }) => ({ name: serviceName(disco), ...bounds }))}
        />
      );
  }
}
