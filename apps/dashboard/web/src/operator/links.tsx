import type { AnchorProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountDetail } from '@topup/dashboard-contract';
import { thingQuery } from '../api/queries';
import { FilterChip, useFilters } from '../ui/table/filters';
import { TextLink } from '../ui/text/links';

type Named = { id: string; name: string };

/** Leads to an account. */
export const AccountLink = ({
  account: { id, name },
  ...look
}: Pick<AnchorProps, 'lineClamp' | 'underline'> & { account: Named }) => (
  <TextLink to="/operator/accounts/$id" params={{ id }} {...look}>
    {name}
  </TextLink>
);

/** Leads to a purchase. Another account may have the same reference; `account` null: it is not known. */
export const PurchaseLink = ({ reference, account }: { reference: string; account: Pick<Named, 'id'> | null }) => (
  <TextLink
    to="/operator/purchases/$reference"
    params={{ reference }}
    {...(account !== null && { search: { account: account.id } })}
  >
    {reference}
  </TextLink>
);

/** Says that a list is of one account only, and takes that back. Nothing when the address names none. */
export function OnlyAccount() {
  const [{ account: id = '' }, set] = useFilters<'account'>();
  const path = `/api/operator/accounts/${encodeURIComponent(id)}`;
  const { data } = useQuery({ ...thingQuery<AccountDetail>(path), enabled: id !== '' });
  if (id === '') return null;
  return <FilterChip onClear={() => set('account', '')}>{`Only ${data?.name ?? 'one account'}`}</FilterChip>;
}
