import { Stack, Tabs } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Buying, Product, Products } from '@topup/dashboard-contract';
import { useState } from 'react';
import { thingQuery } from '../../api/queries';
import { PRODUCTS } from '../../generated/vocabulary';
import { useMay } from '../../layout/use-me';
import { Loaded, Page, Panel } from '../../ui/page/page';
import { ButtonLink } from '../../ui/text/links';
import { DailyCap, MayBuy, WhatIsLeft } from './buying-state';
import type { Bought } from './check-dialog';
import { OrderForm } from './order-form';
import { Outcome } from './outcome';

const route = getRouteApi('/shell/account/buy');

export default function BuyPage() {
  const mayBuy = useMay('buy');
  const [bought, setBought] = useState<Bought | null>(null);
  return (
    <Page
      title="Buy"
      about="Buy for one customer, from the wallet of your account."
      actions={
        <ButtonLink to="/buy/files" variant="default" leftSection={<IconFileSpreadsheet size={16} aria-hidden />}>
          {mayBuy ? 'Buy from a file' : 'What was bought'}
        </ButtonLink>
      }
    >
      {bought !== null ? (
        <Outcome key={bought.batch} bought={bought} onAgain={() => setBought(null)} />
      ) : (
        <>
          <MayBuy>{(buying) => <Counter buying={buying} onBought={setBought} />}</MayBuy>
          <DailyCap />
        </>
      )}
    </Page>
  );
}

function Counter({ buying, onBought }: { buying: Buying; onBought(bought: Bought): void }) {
  const products = useQuery(thingQuery<Products>('/api/products'));
  return (
    <Panel title="What to buy">
      <Stack>
        <WhatIsLeft buying={buying} />
        <Loaded query={products} height={360}>
          {(read) => <ProductTabs sold={buying.products} products={read} onBought={onBought} />}
        </Loaded>
      </Stack>
    </Panel>
  );
}

type TabsProps = { sold: Product[]; products: Products; onBought(bought: Bought): void };

function ProductTabs({ sold, products, onBought }: TabsProps) {
  const { product = 'AIRTIME' } = route.useSearch();
  const shown = sold.includes(product) ? product : 'AIRTIME';
  const navigate = route.useNavigate();
  return (
    <Tabs
      value={shown}
      onChange={(chosen) => void navigate({ search: { product: chosen as Product }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List mb="md">
        {sold.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {PRODUCTS[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sold.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <OrderForm product={name} products={products} onBought={onBought} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
