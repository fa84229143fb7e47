import type { Work } from '../../flow/scheduler';
import type { PurchaseToSend } from './claim.store';

/** Whose purchase it is, and the service that it goes to. */
export type SendPlace = { accountId: string; serviceId: string };

export const placeOf = ({
  accountId,
  providerOrder,
}: Pick<PurchaseToSend, 'accountId' | 'providerOrder'>): SendPlace => ({
  accountId,
  serviceId: providerOrder.serviceId,
});

/** The lane of a purchase as a job carries it: purchases of one account and one service wait behind each other. */
export const toLane = ({ accountId, serviceId }: SendPlace): string => `${accountId}/${serviceId}`;

/** Null when the text is no lane. */
export function parseLane(lane: string): SendPlace | null {
  const [, accountId, serviceId] = /^([0-9a-f-]{36})\/(.+)$/.exec(lane) ?? [];
  return accountId === undefined || serviceId === undefined ? null : { accountId, serviceId };
}

/** A purchase in a scheduler. */
export const toWork = (id: string, place: SendPlace): Work & SendPlace => ({ id, ...place, lane: place.serviceId });
