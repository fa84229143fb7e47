import type { ProductType } from '../product/products';

/** Whether clients can buy a service: all of it as usual, with faults or only a part of it, or nothing. */
export type Availability = 'available' | 'degraded' | 'unavailable';

/** A network, a cable product type or a disco, as clients send it. `message`: an operator's sentence, until its end. */
export type ServiceState = {
  productType: ProductType;
  service: string;
  state: Availability;
  since: Date;
  message: string | null;
  messageUntil: Date | null;
};
