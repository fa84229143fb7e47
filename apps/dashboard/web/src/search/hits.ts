import type { LinkProps } from '@tanstack/react-router';
import type { Found } from '@topup/dashboard-contract';
import { PRODUCTS } from '../account/transactions/transaction-filters';
import { formatNaira } from '../format/naira';
import { formatClock } from '../format/time';
import { serviceName } from '../ui/text/names';
import type { Status } from '../ui/text/status-badge';
import type { FoundPage } from './match-pages';

/** One line of what was found, and where it leads. */
export type Hit = {
  group: string;
  title: string;
  /** Beside the title, in small letters. */
  detail: string;
  status?: Status;
  to: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

export const pageHit = ({ to, label }: FoundPage): Hit => ({ group: 'Pages', title: label, detail: '', to: { to } });

/** `operator`: the pages of the console show it. */
export function foundHit(found: Found, operator: boolean): Hit {
  switch (found.kind) {
    case 'purchase': {
      const { reference, product, amount, recipient, account, status } = found;
      const facts = [PRODUCTS[product], formatNaira(amount), recipient, account?.name];
      return {
        group: 'Purchases',
        title: reference,
        detail: joined(facts),
        status,
        to:
          account === null
            ? { to: '/transactions/$reference', params: { reference } }
            : { to: '/operator/purchases/$reference', params: { reference }, search: { account: account.id } },
      };
    }
    case 'account': {
      const { id, name, status } = found;
      return { group: 'Accounts', title: name, detail: '', status, to: accountPage(id) };
    }
    case 'key': {
      const { name, display, revoked, account } = found;
      return {
        group: 'API keys',
        title: name,
        detail: joined([display, account?.name]),
        ...(revoked && { status: 'revoked' }),
        to: account === null ? { to: '/developers/keys' } : accountPage(account.id),
      };
    }
    case 'plan': {
      const { planId, network, name } = found;
      return {
        group: 'Plans',
        title: name,
        detail: joined([planId, serviceName(network)]),
        to: { to: operator ? '/operator/catalogue' : '/products', search: { search: planId } },
      };
    }
    case 'request': {
      const { id, method, path, status, at } = found;
      const to = { to: '/developers/requests/$id', params: { id } } as const;
      return { group: 'Requests', title: `${method} ${path}`, detail: joined([String(status), formatClock(at)]), to };
    }
    case 'delivery': {
      const { id, event, state, createdAt } = found;
      const to = { to: '/developers/deliveries/$id', params: { id } } as const;
      return { group: 'Deliveries', title: event, detail: formatClock(createdAt), status: state, to };
    }
  }
}

const accountPage = (id: string): Hit['to'] => ({ to: '/operator/accounts/$id', params: { id } });

const joined = (facts: (string | undefined)[]): string => facts.filter((fact) => fact !== undefined).join(' · ');
