import type { PackageList } from '@topup/core/catalogue';
import { AppError } from '@topup/core/errors';
import { products, profileServices } from '@topup/core/product';
import type { Profile, Variation } from '@topup/core/provider';
import type { Order } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import { type Asked, checkOrder, requirePrice } from '../check-order';
import { sellPurchase } from '../sell-purchase';

/** An exam, and the service under which providers sell its PIN. */
type Exam = Variation & { service: string };

/** GET /v1/exams: the exams whose PINs can be bought. */
export function listExams({ packageList }: Deps): RequestHandler {
  return async (_request, response) => {
    const data = (await exams(packageList)).map(({ code, name, priceKobo, service }) => ({
      exam: code,
      name,
      price: formatNaira(priceKobo),
      needs_profile: profileServices.includes(service),
    }));
    response.json({ status: 'success', message: 'Exams.', data });
  };
}

const { services } = products.EXAM_PIN;

const examsOf = async (packageList: PackageList, service: string): Promise<Exam[]> =>
  (await packageList.packages(service)).map((each) => ({ ...each, service }));

/**
 * The exams of all services. A list that cannot be read stops no other: JAMB sells for some months of a year.
 * @throws AppError provider_unavailable when none of the lists can be read
 */
async function exams(packageList: PackageList): Promise<Exam[]> {
  const lists = await Promise.allSettled(services.map((service) => examsOf(packageList, service)));
  const [first] = lists;
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw first.reason;
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

/**
 * It does not wait for the lists of other services: the provider may take 10 s for one.
 * @throws AppError unknown_exam, or provider_unavailable when a list that may have it cannot be read
 */
async function requireExam(packageList: PackageList, code: string): Promise<Exam> {
  const within = services.map(async (service) => {
    const found = (await examsOf(packageList, service)).find((each) => each.code === code);
    if (found === undefined) throw UNKNOWN_EXAM;
    return found;
  });
  return Promise.any(within).catch(({ errors }: AggregateError) => {
    throw errors.find((error) => error !== UNKNOWN_EXAM) ?? UNKNOWN_EXAM;
  });
}

const UNKNOWN_EXAM = new AppError('unknown_exam');

const exam = field.text(100, 'The `exam` from the list of exams.');
const profile = field.recipient('profile', 'The profile of the customer at the exam body');

export const profileQuery = requestBody({ exam, profile_id: profile });

/** POST /v1/exams/verify: who has this profile; 424 when the provider does not know it. */
export function verifyProfile({ lookupsOf, packageList }: Deps): RequestHandler {
  return async (request, response) => {
    const { exam: code, profile_id } = readFields(profileQuery, bodyOf(request));
    const { service } = await requireExam(packageList, code);
    if (!profileServices.includes(service))
      throw new AppError('validation_failed', 'exam must be one that needs a profile');
    answerLookup(response, await lookupsOf(callerOf(response)).verifyProfile(service, profile_id, code), {
      message: 'Profile found.',
      data: ({ customerName }: Profile) => ({ customer_name: customerName }),
    });
  };
}

export const examOrder = requestBody({
  exam,
  phone: field.recipient('phone', 'The phone number of the customer, who gets the PIN by SMS'),
  profile_id: field.optional({
    ...profile,
    schema: { ...profile.schema, description: `${profile.schema.description} Required if the exam needs a profile.` },
  }),
  quantity: field.optional(field.one('How many PINs: each purchase is for one.')),
  request_ref: field.requestRef(),
  expected_price: field.optional(
    field.naira('The price that you know, in naira. The PIN is bought only if it has exactly this price now.'),
  ),
});

type Fields = FieldsOf<typeof examOrder>;

/** POST /v1/exams/purchase: the amount is the provider's price, whatever is sent, so a client names what it expects. */
export function purchaseExamPin(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(examOrder, bodyOf(request));
    const asked = toAsked(fields);
    const found = await checkOrder(deps, response, asked, () => requireOrder(deps, fields));
    await sellPurchase(deps, response, toOrder(fields, found), asked);
  };
}

/** @throws AppError unknown_exam | validation_failed | price_changed | provider_unavailable */
async function requireOrder({ packageList }: Deps, fields: Fields): Promise<Exam> {
  const { exam: code, profile_id, expected_price } = fields;
  const listed = await requireExam(packageList, code);
  const needsProfile = profileServices.includes(listed.service);
  if (needsProfile !== (profile_id !== undefined))
    throw new AppError('validation_failed', `profile_id is ${needsProfile ? 'required' : 'not allowed for this exam'}`);
  const fits = ({ priceKobo }: Variation) => expected_price === undefined || expected_price === priceKobo;
  const found = await packageList.find(listed.service, code, fits);
  if (found === null) throw UNKNOWN_EXAM;
  requirePrice(expected_price, found.priceKobo);
  return { ...found, service: listed.service };
}

const toAsked = ({ exam: code, phone, profile_id, request_ref }: Fields): Asked => ({
  productType: 'EXAM_PIN',
  requestRef: request_ref,
  recipient: profile_id ?? phone,
  providerOrder: { variationCode: code, contactPhone: phone },
});

function toOrder({ exam: code, phone, profile_id, request_ref }: Fields, { service, name, priceKobo }: Exam): Order {
  const recipient = profile_id ?? phone;
  return {
    productType: 'EXAM_PIN',
    requestRef: request_ref,
    amountKobo: priceKobo,
    recipient,
    details: { exam: code },
    description: `${service.toUpperCase()} ${name} for ${profile_id === undefined ? '' : 'profile '}${recipient}`,
    providerOrder: { serviceId: service, variationCode: code, subscriptionType: null, contactPhone: phone },
  };
}
