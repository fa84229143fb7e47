import { Code } from '@mantine/core';
import type { Products } from '@topup/dashboard-contract';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { DataTable } from '../../ui/table/data-table';
import { Money } from '../../ui/text/money';

/** @param known false when the provider's list could not be read */
export function CablePanel({ packages, known }: { packages: Products['cable']; known: boolean }) {
  return (
    <Panel title="Cable TV packages" flush>
      {packages.length === 0 ? (
        <EmptyState title={known ? 'Not sold just now' : 'The packages cannot be read just now'}>
          {!known && 'The provider does not tell its list at the moment. Come back in a few minutes.'}
        </EmptyState>
      ) : (
        <DataTable
          caption="Packages and their prices"
          idOf={({ product, code }) => `${product} ${code}`}
          rows={packages}
          columns={[
            { header: 'Package', names: true, cell: ({ name }) => name },
            { header: 'Provider', cell: ({ product }) => product },
            { header: 'Code', cell: ({ code }) => <Code>{code}</Code> },
            { header: 'Price', end: true, cell: ({ price }) => <Money amount={price} /> },
          ]}
        />
      )}
    </Panel>
  );
}
