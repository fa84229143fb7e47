import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { Found, Me } from '@topup/dashboard-contract';
import { keptQuery } from '../api/queries';
import { messageOf } from '../api/request';
import { formatNaira } from '../format/naira';
import { counted } from '../format/numbers';
import { formatClock } from '../format/time';
import { PRODUCTS } from '../generated/vocabulary';
import { ACCOUNT, entriesFor } from '../layout/navigation';
import { serviceName } from '../ui/text/names';
import type { Status } from '../ui/text/values';
import { type FoundPage, matchPages, searchable } from './match';

const PAUSE_MS = 200;

export type Hit = {
  group: string;
  title: string;
  /** Beside the title, in small letters. */
  detail: string;
  status?: Status;
  to: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

/** Returns the hits so far, and the text about them. */
export function useHits(me: Me, typed: string): { hits: Hit[]; state: string } {
  const operator = me.role === 'operator';
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const text = searchable(paused);
  const pages = useQuery({
    queryKey: ['pages', me.role],
    queryFn: () => pagesOf(me),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = useQuery({
    ...keptQuery<Found[]>(operator ? '/api/operator/search' : '/api/search', { query: { text: text ?? '' } }),
    enabled: text !== null,
  });
  const asked = searchable(typed) !== null;
  const hits = [
    ...(asked ? (found.data ?? []).map((each) => foundHit(each, operator)) : []),
    ...matchPages(pages.data ?? [], typed).map(pageHit),
  ];
  if (asked && found.isError) return { hits, state: messageOf(found.error) };
  const searching = asked && (typed !== paused || found.isFetching);
  return { hits, state: searching ? 'Searching…' : hits.length === 0 ? 'No results' : counted(hits.length, 'result') };
}

/** The hits by group, each with the place of its first one. */
export function groupsOf(hits: Hit[]): { group: string; first: number; of: Hit[] }[] {
  return [...new Set(hits.map(({ group }) => group))].map((group) => ({
    group,
    first: hits.findIndex((hit) => hit.group === group),
    of: hits.filter((hit) => hit.group === group),
  }));
}

const pageHit = ({ to, label }: FoundPage): Hit => ({ group: 'Pages', title: label, detail: '', to: { to } });

/** `operator`: the pages of the console show it. */
function foundHit(found: Found, operator: boolean): Hit {
  switch (found.kind) {
    case 'purchase': {
      const { reference, product, amount, recipient, account, status } = found;
      const detail = joined([PRODUCTS[product], formatNaira(amount), recipient, account?.name]);
      const to: Hit['to'] =
        account === null
          ? { to: '/transactions/$reference', params: { reference } }
          : { to: '/operator/purchases/$reference', params: { reference }, search: { account: account.id } };
      return { group: 'Purchases', title: reference, detail, status, to };
    }
    case 'account': {
      const { id, name, status } = found;
      return { group: 'Accounts', title: name, detail: '', status, to: accountPage(id) };
    }
    case 'key': {
      const { name, display, revoked, account } = found;
      const to: Hit['to'] = account === null ? { to: '/developers/keys' } : accountPage(account.id);
      const detail = joined([display, account?.name]);
      return { group: 'API keys', title: name, detail, ...(revoked && { status: 'revoked' }), to };
    }
    case 'plan': {
      const { planId, network, name } = found;
      const to: Hit['to'] = { to: operator ? '/operator/catalogue' : '/products', search: { search: planId } };
      return { group: 'Plans', title: name, detail: joined([planId, serviceName(network)]), to };
    }
    case 'request': {
      const { id, method, path, status, at } = found;
      const to: Hit['to'] = { to: '/developers/requests/$id', params: { id } };
      return { group: 'Requests', title: `${method} ${path}`, detail: joined([String(status), formatClock(at)]), to };
    }
    case 'delivery': {
      const { id, event, state, createdAt } = found;
      const to: Hit['to'] = { to: '/developers/deliveries/$id', params: { id } };
      return { group: 'Deliveries', title: event, detail: formatClock(createdAt), status: state, to };
    }
  }
}

const accountPage = (id: string): Hit['to'] => ({ to: '/operator/accounts/$id', params: { id } });

const joined = (facts: (string | undefined)[]): string => facts.filter((fact) => fact !== undefined).join(' · ');

/** Pages that the navigation leaves to other pages. */
const RATES: FoundPage = {
  to: '/developers/requests/rates',
  label: 'Errors and latency',
  words: 'error rate, success rate, speed, p95',
};
const MAPPINGS: FoundPage = {
  to: '/operator/catalogue/mappings',
  label: 'Mappings',
  words: 'products of other providers, match',
};

/** The pages that a user can open, in the order of the navigation. */
async function pagesOf({ role, rights }: Me): Promise<FoundPage[]> {
  const entries = (sections: typeof ACCOUNT) =>
    entriesFor(
      sections.flatMap((section) => section.entries),
      rights,
    );
  if (role !== 'operator') return [...entries(ACCOUNT), RATES];
  // loaded by operators alone, as in the navigation
  const { OPERATOR } = await import('../operator/operator-navigation');
  return [...entries(OPERATOR), MAPPINGS];
}
