import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorPurchaseRow } from '@topup/dashboard-contract';
import { listQuery } from '../../api/queries';
import { EmptyState } from '../../ui/page/empty-state';
import { Panel } from '../../ui/page/panel';
import { PagedTable } from '../../ui/table/paged-table';
import { purchaseColumns } from './purchase-columns';

/** The purchases that a reference may mean, when several accounts have used it. */
export function PurchaseCandidates({ reference }: { reference: string }) {
  const list = useInfiniteQuery(
    listQuery<OperatorPurchaseRow>('/api/operator/purchases', { query: { search: reference } }),
  );
  return (
    <Panel title="Several accounts have a purchase with this reference" flush>
      <PagedTable
        caption="Purchases with this reference"
        columns={purchaseColumns}
        idOf={({ id }) => id}
        list={list}
        empty={<EmptyState title="No purchases with this reference" />}
      />
    </Panel>
  );
}
