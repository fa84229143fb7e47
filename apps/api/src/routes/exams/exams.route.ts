import { AppError } from '@topup/core/errors';
import type { Profile } from '@topup/core/provider';
import { checkExam, examOrder, needsProfile, readExams, requireExam } from '@topup/core/purchase';
import { formatNaira } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { type FieldsOf, field, readFields, requestBody } from '../../http/fields';
import { answerLookup } from '../../http/lookup';
import { bodyOf, callerOf } from '../../http/request-context';
import { type Asked, checkOrder } from '../check-order';
import { sellPurchase } from '../sell-purchase';

/** GET /v1/exams: the exams whose PINs can be bought. */
export function listExams({ packageList }: Deps): RequestHandler {
  return async (_request, response) => {
    const data = (await readExams(packageList)).map(({ code, name, priceKobo, service }) => ({
      exam: code,
      name,
      price: formatNaira(priceKobo),
      needs_profile: needsProfile({ service }),
    }));
    response.json({ status: 'success', message: 'Exams.', data });
  };
}

const exam = field.text(100, 'The `exam` from the list of exams.');
const profile = field.recipient('profile', 'The profile of the customer at the exam body');

export const profileQuery = requestBody({ exam, profile_id: profile });

/** POST /v1/exams/verify: who has this profile; 424 when the provider does not know it. */
export function verifyProfile({ lookupsOf, packageList }: Deps): RequestHandler {
  return async (request, response) => {
    const { exam: code, profile_id } = readFields(profileQuery, bodyOf(request));
    const { service } = await requireExam(packageList, code);
    if (!needsProfile({ service })) throw new AppError('validation_failed', 'exam must be one that needs a profile');
    answerLookup(response, await lookupsOf(callerOf(response)).verifyProfile(service, profile_id, code), {
      message: 'Profile found.',
      data: ({ customerName }: Profile) => ({ customer_name: customerName }),
    });
  };
}

export const examFields = requestBody({
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

type Fields = FieldsOf<typeof examFields>;

/** POST /v1/exams/purchase: the amount is the provider's price, whatever is sent, so a client names what it expects. */
export function purchaseExamPin(deps: Deps): RequestHandler {
  return async (request, response) => {
    const fields = readFields(examFields, bodyOf(request));
    const asked = toAsked(fields);
    const { exam: code, phone, profile_id: profileId, expected_price: expectedKobo } = fields;
    const found = await checkOrder(deps, response, asked, () =>
      checkExam(deps.packageList, { exam: code, profileId, expectedKobo }),
    );
    await sellPurchase(deps, response, examOrder({ phone, profileId, requestRef: asked.requestRef }, found), asked);
  };
}

const toAsked = ({ exam: code, phone, profile_id, request_ref }: Fields): Asked => ({
  productType: 'EXAM_PIN',
  requestRef: request_ref,
  recipient: profile_id ?? phone,
  providerOrder: { variationCode: code, contactPhone: phone },
});
