import { examFields, profileQuery } from '../routes/exams/exams.route';
import { success } from './answers';
import type { Resource } from './document';
import { bodyOf, lookup, NOT_RECOGNISED, purchase } from './endpoints';
import { errorsOfGet } from './errors';
import { arrayOf, CHARGED, discounted, nairaOut, object, ref, text } from './schemas';

const ONLY_IF_ON = 'Returns 404 unless the operator of this service sells exam PINs.';

const order = { exam: 'waecdirect', phone: '08031234567', quantity: 1, request_ref: 'order-5' };
const forProfile = { exam: 'utme-no-mock', profile_id: '0123456789' };
const sold = { amount: '900.00', exam: 'waecdirect', pins: '373820665258', serial: 'WRN123456790' };
const unsold = { amount: '900.00', exam: 'waecdirect', pins: '' };
const rows = [
  { exam: 'utme-no-mock', name: 'UTME PIN without mock', price: '6200.00', needs_profile: true },
  { exam: 'waecdirect', name: 'WASSCE', price: '900.00', needs_profile: false },
];

/** The keys of `data` of an exam PIN's purchase. */
export const examKeys = {
  ...discounted,
  exam: text('The exam.'),
  pins: text('The PIN, which is worth money. Empty until the purchase is successful.'),
  serial: text('The serial number that the exam body asks for with the PIN. Present only if the card has one.'),
};
export const SERIAL = ['serial'];

export const exams: Resource = {
  tag: {
    name: 'Exam PINs',
    description: `Result checkers and registrations of WAEC, and registrations of JAMB. ${ONLY_IF_ON}`,
  },
  endpoints: {
    'GET /v1/exams': {
      operationId: 'listExams',
      summary: 'List the exams',
      description: `Returns the exams whose PINs can be bought, each with its price. ${ONLY_IF_ON}`,
      responses: {
        200: success('The exams.', arrayOf(ref('Exam')), { message: 'Exams.', data: rows }),
        ...errorsOfGet({ codes: ['unknown_path', 'provider_unavailable'] }),
      },
    },
    'POST /v1/exams/verify': lookup({
      operationId: 'verifyProfile',
      summary: 'Verify a profile',
      description: `Returns the name of the customer who has a profile. ${ONLY_IF_ON}`,
      requestBody: bodyOf('ProfileQuery', { jamb: { summary: 'A profile at JAMB', value: forProfile } }),
      found: {
        description: 'The profile is known.',
        message: 'Profile found.',
        schema: 'Profile',
        data: { customer_name: 'ADA OBI' },
      },
      missing: {
        ...NOT_RECOGNISED,
        description: 'The provider does not recognise the profile. `data` is empty.',
        message: 'The profile id was not recognised.',
      },
      detail: 'profile_id must be 10 digits',
      codes: ['unknown_path', 'unknown_exam'],
    }),
    'POST /v1/exams/purchase': purchase({
      operationId: 'buyExamPin',
      summary: 'Buy an exam PIN',
      description:
        'Debits the wallet, and calls the provider at once. No event reports the outcome, and a status query sends none. ' +
        `The customer also gets the PIN by SMS. ${ONLY_IF_ON}`,
      requestBody: bodyOf('ExamOrder', {
        waec: { summary: 'A result checker', value: order },
        jamb: { summary: 'A registration', value: { ...order, ...forProfile } },
      }),
      product: 'EXAM_PIN',
      reference: order.request_ref,
      pending:
        'The provider is still processing the order, its PIN has not come yet, or it did not answer within 30 seconds. ' +
        '`POST /v1/transaction/status` returns the outcome.',
      data: { schema: 'ExamData', data: unsold },
      sold: { schema: 'ExamData', examples: { successful: { summary: 'Delivered', data: sold } } },
      errors: {
        detail: 'profile_id is required',
        codes: ['unknown_path', 'unknown_exam', 'price_changed', 'provider_unavailable', 'provider_unreachable'],
      },
    }),
  },
  schemas: {
    Exam: object({
      exam: text('Identifies the exam in a purchase.'),
      name: text('The name of the exam.'),
      price: nairaOut('The price, in naira.'),
      needs_profile: { type: 'boolean', description: 'Whether a purchase needs the `profile_id` of the customer.' },
    }),
    ProfileQuery: profileQuery.schema,
    Profile: object({ customer_name: text('Empty if the provider gives none.') }),
    ExamOrder: examFields.schema,
    ExamData: object(examKeys, [...SERIAL, ...CHARGED]),
  },
};
