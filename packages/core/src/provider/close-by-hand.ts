import { actorName, type By } from '../audit/actor';
import { withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import { productTypes, servicesOf } from '../product/products';
import type { Db } from '../shared/db';
import { FOREIGN_REFERENCE, type Switch, WHOLE_PROVIDER } from './breakers.port';
import type { Provider, ProviderLookups } from './provider.port';
import { deleteSwitch, insertSwitch, listSwitches, markOrdersSeen } from './switch.store';

/** Facts of a provider that need no request to it. */
export type ProviderFacts = Pick<Provider, 'name' | 'sells'> & Pick<ProviderLookups, 'dataServices'>;

/** A provider, and the ids of the services whose orders there can be stopped alone. */
export type Closable = { name: string; services: readonly string[] };

/** The services of these providers that can be closed, in their order. */
export function closablesOf(providers: readonly ProviderFacts[]): Closable[] {
  return providers.map(({ name, sells = productTypes }) => ({
    name,
    services: productTypes
      .filter((product) => sells.includes(product))
      .flatMap((product) => servicesOf(product, providers)),
  }));
}

/** Every process stops the orders of the provider or service within a second; lookups and requeries go on. */
export async function closeByHand(
  db: Db,
  by: By,
  provider: Closable,
  { service, reason }: { service: string | null; reason: string },
): Promise<{ kind: 'closed' } | Refused<'no_such_service' | 'already_closed'>> {
  const what = { provider: provider.name, service };
  if (!isSold(provider, service)) return { kind: 'no_such_service', ...what, service: service ?? '' };
  const done = await withFreshAuditLog(db, by, async (tx) => {
    const closed = {
      provider: provider.name,
      breaker: service ?? WHOLE_PROVIDER,
      reason,
      closedBy: actorName(by.actor),
    };
    const result = await insertSwitch(tx, closed);
    const action = { action: 'provider.close', subject: subjectOf(provider, service), note: reason };
    return { result, action: result ? action : null };
  });
  return done ? { kind: 'closed' } : { kind: 'already_closed', ...what };
}

/**
 * Opens what was closed by hand, or by the service. "Not found" never refunds the orders that a provider had when it
 * lost our references.
 */
export async function openByHand(
  db: Db,
  by: By,
  provider: Closable,
  service: string | null,
): Promise<{ kind: 'opened' } | Refused<'no_such_service' | 'not_closed'>> {
  const what = { provider: provider.name, service };
  if (!isSold(provider, service)) return { kind: 'no_such_service', ...what, service: service ?? '' };
  const was = await withFreshAuditLog(db, by, async (tx) => {
    const result = await deleteSwitch(tx, provider.name, service ?? WHOLE_PROVIDER);
    if (result?.reason === FOREIGN_REFERENCE) await markOrdersSeen(tx, provider.name);
    return { result, action: result && { ...opened(result), subject: subjectOf(provider, service) } };
  });
  if (was !== null) return { kind: 'opened' };
  const switches = (await listSwitches(db)).filter((one) => one.provider === provider.name);
  return {
    kind: 'not_closed',
    ...what,
    closed: switches.map(({ breaker }) => (breaker === WHOLE_PROVIDER ? null : breaker)),
  };
}

const opened = ({ reason, closedAt }: Switch) => ({
  action: 'provider.open',
  details: { reason, closed_at: closedAt.toISOString() },
});

const isSold = ({ services }: Closable, service: string | null): boolean =>
  service === null || services.includes(service);

const subjectOf = ({ name }: Closable, service: string | null): string =>
  service === null ? name : `${name} ${service}`;
