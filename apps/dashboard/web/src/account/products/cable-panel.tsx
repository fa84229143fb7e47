import { Code } from '@mantine/core';
import type { Products } from '@topup/dashboard-contract';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';
import { serviceName } from '../../ui/text/names';

/** @param known false when the provider's list could not be read */
export function CablePanel({ packages, known }: { packages: Products['cable']; known: boolean }) {
  return (
    <Panel title="Cable TV packages" flush>
      {packages.length === 0 ? (
        <EmptyState title={known ? 'Not available right now' : 'Packages are unavailable right now'}>
          {!known && 'We couldn’t load the list from the provider. Try again in a few minutes.'}
        </EmptyState>
      ) : (
        <DataTable
          caption="Cable TV packages and prices"
          idOf={({ product, code }) => `${product} ${code}`}
          rows={packages}
          columns={[
            { header: 'Package', names: true, cell: ({ name }) => name },
            { header: 'TV provider', phone: 'plain', cell: ({ product }) => serviceName(product) },
            { header: 'Code', phone: 'plain', cell: ({ code }) => <Code>{code}</Code> },
            { header: 'Price', phone: 'end', end: true, cell: ({ price }) => <Money amount={price} /> },
          ]}
        />
      )}
    </Panel>
  );
}
