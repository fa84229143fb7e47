/** The queues of purchases. Products may share one. */
export const purchaseQueues = ['airtime', 'data'] as const;
export type PurchaseQueue = (typeof purchaseQueues)[number];

/** Some postpaid meters have letters, dashes or slashes. */
const ANY_NUMBER = {
  pattern: '^[0-9A-Za-z][0-9A-Za-z/-]{4,29}$',
  form: '5 to 30 digits or letters; dashes and slashes may stand between them',
};

/**
 * Whose number receives the value. `field`: the name of the number in requests and responses, where the request log
 * masks it. `words`: what a description calls the number; a phone number needs no word. `form`: what `pattern` says.
 */
export const recipients = {
  phone: { field: 'phone', words: '', pattern: '^0[0-9]{10}$', form: '11 digits beginning with 0' },
  smartcard: { field: 'smartcard_number', words: 'smartcard', ...ANY_NUMBER },
  meter: { field: 'meter_number', words: 'meter', ...ANY_NUMBER },
  profile: { field: 'profile_id', words: 'profile', pattern: '^[0-9]{10}$', form: '10 digits' },
} as const;

/** Each order delivers a token, whatever its variation. */
export const EVERY_ORDER = 'every order';

/** All that is different from product to product, and is not the adapter's of a provider or a page's. */
export type ProductDefinition = {
  /** Name that people use in the middle of a sentence. */
  words: string;
  /** The services that its orders name, which clients send. Null: those under which providers sell data plans. */
  services: readonly string[] | null;
  /** The names that people know services and networks by, from their codes in small letters. */
  names: Readonly<Record<string, string>>;
  /** From which workers take its purchases. Null: it is synchronous, so the API process sends it. */
  queue: PurchaseQueue | null;
  /** Its clients get an event for these statuses. */
  events: readonly ('success' | 'failed' | 'pending')[];
  /** No event names it, and none follows a status query. Absent: a status query has one. */
  silent?: true;
  /** It is sold only if this setting is `on`. Absent: always. */
  setting?: string;
  /** The number of a smartcard, meter or profile can be looked up before. */
  recipient: keyof typeof recipients;
  /**
   * An object: the client names any amount in naira between these two, unless a setting has other bounds. Otherwise an
   * order names the code of a plan, which has a price for each tier, or of a package, with its provider's price.
   */
  price: { min: number; max: number } | 'plan' | 'package';
  /** The kinds of an open amount: an order names one as its variation. Null: it names none. */
  variations: readonly string[] | null;
  /** The variation whose purchases deliver a token or PIN, which is also sent by SMS; null: none does. */
  tokenFor: string | null;
};
