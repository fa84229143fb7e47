import { readDecimal } from '../http/exact-json';
import { type Fields, isFilled } from '../http/read-body';
import type { MonnifyBook } from './book';
import { findProduct, needsValidation, type Product } from './products';
import { failure, INSUFFICIENT_BALANCE } from './replies';
import type { Vend, VendRequest } from './vend';

/** `repeats`: the vend that has this reference already, where a repeat answers the same. */
type VendCheck =
  | { refusal: object; repeats: null; request: null }
  | { refusal: null; repeats: Vend; request: null }
  | { refusal: null; repeats: null; request: VendRequest };

type CheckDeps = {
  book: MonnifyBook;
  isUnderWay: (reference: string) => boolean;
  /** Sells a repeated reference again, whatever the knob says. */
  vendsEveryPost: boolean;
};

const refuse = (text: string): VendCheck => ({ refusal: failure(text), repeats: null, request: null });

/** Checks a vend and changes nothing: product, customer, amount, reference, validation, wallet. The order is ours. */
export function checkVend(fields: Fields, at: Date, deps: CheckDeps): VendCheck {
  const { book } = deps;
  const { productCode, customerId } = fields;
  if (!isFilled(productCode)) return refuse('productCode: Product code is required');
  if (!isFilled(customerId)) return refuse('customerId: Customer id is required');
  const product = findProduct(String(productCode));
  if (product === undefined) return refuse(`Product not found for code: ${productCode}`);
  if (book.isOff(product.code, product.biller.code)) return refuse(`${product.name} is currently not available`);
  const amount = readAmount(fields, product);
  if (typeof amount === 'string') return refuse(amount);

  const sentReference = isFilled(fields.reference) ? String(fields.reference) : null;
  const repeat = sentReference === null ? null : checkRepeat(sentReference, deps);
  if (repeat !== null) return repeat;
  const request = { product, customerId: String(customerId), amount, sentReference };
  const fault = needsValidation(product) ? validationFault(request, fields.validationReference, at, book) : null;
  if (fault !== null) return refuse(fault);
  if (book.wallet.balance() < amount + Math.round(book.knobs().fee * 100))
    return { refusal: INSUFFICIENT_BALANCE, repeats: null, request: null };
  return { refusal: null, repeats: null, request };
}

/** Returns the result for a reference that was used before; null if it was not, or if repeats are sold. */
function checkRepeat(reference: string, { book, isUnderWay, vendsEveryPost }: CheckDeps): VendCheck | null {
  const { reference_field, duplicate_reference } = book.knobs();
  if (reference_field === 'legacy' || duplicate_reference === 'second_vend' || vendsEveryPost) return null;
  const repeats = book.find(reference);
  if (repeats === undefined && !isUnderWay(reference)) return null;
  return repeats !== undefined && duplicate_reference === 'same_result'
    ? { refusal: null, repeats, request: null }
    : refuse(`Duplicate vend reference: ${reference}`);
}

/** Why the validation reference does not hold for this product and customer, or null. A second use is accepted. */
function validationFault(
  { product, customerId }: VendRequest,
  reference: unknown,
  at: Date,
  book: MonnifyBook,
): string | null {
  const known = book.validation(String(reference));
  if (known?.productCode !== product.code || known.customerId !== customerId)
    return 'validationReference: The validation reference is missing or not of this customer';
  const ageMs = at.getTime() - Date.parse(known.at);
  return ageMs > book.knobs().validation_s * 1000 ? 'Validation reference has expired' : null;
}

/** Kobo, or the text of what is wrong. The documented name of the field, `vendAmount`, is not enough. */
function readAmount({ amount }: Fields, product: Product): number | string {
  if (amount === undefined || amount === null) return 'amount: Amount is required';
  const kobo = readDecimal(amount, 2);
  if (kobo === null || kobo < 100) return 'amount: Amount must be at least 1 with at most two decimals';
  const { price, least, most } = product;
  if (price !== null && kobo !== price) return `Invalid amount for ${product.name}`;
  if (least !== null && kobo < least) return `Amount is below the minimum for ${product.name}`;
  if (most !== null && kobo > most) return `Amount is above the maximum for ${product.name}`;
  return kobo;
}
