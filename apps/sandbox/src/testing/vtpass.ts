export const POST_KEYS = { 'api-key': 'sandbox-api-key', 'secret-key': 'SK_sandbox' };
export const GET_KEYS = { 'api-key': 'sandbox-api-key', 'public-key': 'PK_sandbox' };

/** Noon in Lagos: the time of every test that is not about time. */
export const NOON = new Date('2026-03-10T11:00:00Z');
const TODAY = '20260310';

let issued = 0;

/** A new id of that day in VTpass's form: YYYYMMDDHHII and more. */
export function newRequestId(day = TODAY): string {
  issued += 1;
  return `${day}1200test${issued}`;
}

/** A valid airtime order of ₦100 of MTN, with `changes`. */
export function airtime(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { request_id: newRequestId(), serviceID: 'mtn', amount: 100, phone: '08031234567', ...changes };
}

/** A valid order of MTN's ₦100 plan, with `changes`. */
export function plan(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  return {
    request_id,
    phone,
    serviceID: 'mtn-data',
    billersCode: '08031234567',
    variation_code: 'mtn-10mb-100',
    ...changes,
  };
}

/** A valid change to DStv Padi, with `changes`. */
export function bouquet(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  const order = { request_id, phone, serviceID: 'dstv', billersCode: '7023456789', variation_code: 'dstv-padi' };
  return { ...order, subscription_type: 'change', ...changes };
}

/** A valid order of ₦2,000 for a prepaid meter of Ikeja, with `changes`. */
export function power(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  const order = {
    request_id,
    phone,
    serviceID: 'ikeja-electric',
    billersCode: '45012345678',
    variation_code: 'prepaid',
  };
  return { ...order, amount: '2000', ...changes };
}

/** A valid order of a JAMB PIN with mock, with `changes`. */
export function jamb(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  const order = { request_id, phone, serviceID: 'jamb', billersCode: '0123456789', variation_code: 'utme-mock' };
  return { ...order, ...changes };
}

/** A valid order of one WAEC result checker, with `changes`. */
export function checker(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { request_id, phone } = airtime();
  return { request_id, phone, serviceID: 'waec', variation_code: 'waecdirect', ...changes };
}

/** A valid order of one WAEC registration, with `changes`. */
export function registration(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return checker({ serviceID: 'waec-registration', variation_code: 'waec-registraion', ...changes });
}
