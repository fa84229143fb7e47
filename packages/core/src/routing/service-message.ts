import type { By } from '../audit/actor';
import { withFreshAuditLog } from '../audit/with-audit-log';
import type { Refused } from '../errors/refusal-catalog';
import type { ProductType } from '../product/products';
import type { Db } from '../shared/db';
import { type Sellers, servicesOnSale } from './service-state';
import { deleteServiceMessage, writeServiceMessage } from './service-state.store';

/** `message`: one sentence of at most 200 characters for clients, shown until `until`. */
type Announcement = { productType: ProductType; service: string; message: string; until: Date };
type Service = Pick<Announcement, 'productType' | 'service'>;
type Announced = { kind: 'announced' } | Refused<'no_service_of_product' | 'message_has_ended'>;
type Withdrawn = { kind: 'withdrawn' } | Refused<'no_message'>;

/** Tells clients something about a service, such as that a network works on it. It takes the place of what was said. */
export async function announce(db: Db, by: By, providers: Sellers, announcement: Announcement): Promise<Announced> {
  const { productType: product, service, message, until } = announcement;
  const services = servicesOf(providers, product);
  if (!services.includes(service)) return { kind: 'no_service_of_product', service, product, services };
  return withFreshAuditLog<Announced>(db, by, async (tx) => {
    if (!(await writeServiceMessage(tx, announcement))) return { result: { kind: 'message_has_ended' }, action: null };
    const details = { until: until.toISOString() };
    const action = { action: 'service.announce', subject: `${product} ${service}`, note: message, details };
    return { result: { kind: 'announced' }, action };
  });
}

/** Ends what was said about a service. */
export async function withdrawAnnouncement(
  db: Db,
  by: By,
  { productType: product, service }: Service,
): Promise<Withdrawn> {
  return withFreshAuditLog<Withdrawn>(db, by, async (tx) => {
    const was = await deleteServiceMessage(tx, { productType: product, service });
    if (was === null) return { result: { kind: 'no_message', product, service }, action: null };
    return {
      result: { kind: 'withdrawn' },
      action: { action: 'service.withdraw', subject: `${product} ${service}`, note: was },
    };
  });
}

const servicesOf = (providers: Sellers, product: ProductType): string[] =>
  servicesOnSale(providers).flatMap(({ productType, service }) => (productType === product ? [service] : []));
