import type { FormFields } from '@topup/core/buying';
import { AppError, errorCatalog } from '@topup/core/errors';
import { type ProductType, products, productTypes, recipients } from '@topup/core/product';
import { formatNaira, isUuid, parseNaira } from '@topup/core/shared';
import type { BoundsByProduct } from '@topup/settings';
import Joi from 'joi';
import { textRule } from '../../http/read-fields';
import { Refusal } from '../../http/refusal';

const number = (kind: keyof typeof recipients) => {
  const { pattern, form } = recipients[kind];
  return textRule(`must be ${form}`, (text) => (new RegExp(pattern).test(text) ? text : null));
};
const oneOf = (words: readonly string[]) =>
  Joi.string()
    .valid(...words)
    .required();
const code = Joi.string().max(100).required();

export const naira = textRule('must be an amount in naira, such as 500.00', parseNaira);
export const batchId = textRule('must be a UUID', (text) => (isUuid(text) ? text.toLowerCase() : null));

const product = (name: ProductType) => Joi.string().valid(name).required();

/** The fields of each product, as the contract has them. */
const forms: Record<ProductType, Joi.SchemaMap> = {
  AIRTIME: {
    product: product('AIRTIME'),
    service: oneOf(products.AIRTIME.services),
    phone: number('phone').label('Phone'),
    amount: naira.label('Amount'),
  },
  DATA: { product: product('DATA'), planId: code, phone: number('phone').label('Phone') },
  CABLE_TV: {
    product: product('CABLE_TV'),
    service: oneOf(products.CABLE_TV.services),
    smartcard: number('smartcard').label('Smartcard'),
    packageCode: code,
    subscription: oneOf(['renew', 'change']),
    phone: number('phone').label('Phone'),
    amount: naira.label('Amount'),
  },
  ELECTRICITY: {
    product: product('ELECTRICITY'),
    service: oneOf(products.ELECTRICITY.services),
    meter: number('meter').label('Meter'),
    meterType: oneOf(products.ELECTRICITY.variations),
    phone: number('phone').label('Phone'),
    amount: naira.label('Amount'),
  },
  EXAM_PIN: {
    product: product('EXAM_PIN'),
    exam: code,
    phone: number('phone').label('Phone'),
    profileId: number('profile').label('Profile').optional(),
  },
};

type Form = FormFields & { amount?: bigint };

/**
 * The schema of the order that is given, by its product.
 * @throws Refusal 400 when the product is not sold
 */
export function formSchema<More>(
  given: unknown,
  sold: readonly ProductType[],
  more: Joi.SchemaMap = {},
): Joi.ObjectSchema<Form & More> {
  const named = typeof given === 'object' && given !== null && 'product' in given ? given.product : undefined;
  const found = productTypes.find((each) => each === named && sold.includes(each));
  if (found === undefined) {
    const fault = `product must be one of ${sold.join(', ')}`;
    throw new Refusal(400, 'validation_failed', fault, { product: fault });
  }
  return Joi.object({ ...forms[found], ...more });
}

/** The order, with its amount within the bounds of its service. @throws Refusal 400 */
export function toFormFields({ amount, ...rest }: Form, bounds: BoundsByProduct): FormFields {
  const fields = { ...rest, ...(amount !== undefined && { amountKobo: amount }) } as FormFields;
  if (fields.product === 'AIRTIME' || fields.product === 'ELECTRICITY') {
    const range = bounds[fields.product][fields.service];
    if (range !== undefined && (fields.amountKobo < range.min || fields.amountKobo > range.max)) {
      const fault = `Amount must be between ${formatNaira(range.min)} and ${formatNaira(range.max)}`;
      throw new Refusal(400, 'validation_failed', fault, { amount: fault });
    }
  }
  return fields;
}

/** What the API answers to the same order, for a person. */
export async function forPerson<T>(checked: Promise<T>): Promise<T> {
  try {
    return await checked;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { status, text } = errorCatalog[error.code];
    const message = [text, error.fact, error.detail && `${error.detail}.`].filter(Boolean).join(' ');
    throw new Refusal(status === 500 ? 503 : status, error.code, message);
  }
}
