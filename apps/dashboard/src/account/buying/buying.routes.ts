import {
  buyByForm,
  changeBuyingCap,
  checkForm,
  customerOf,
  leftOf,
  listSameBefore,
  readBuyingAccount,
  referenceOfForm,
  wantedOf,
} from '@topup/core/buying';
import type { Lookup } from '@topup/core/provider';
import { requireAnswer, requireExam } from '@topup/core/purchase';
import { formatNaira, toWire } from '@topup/core/shared';
import { findFactor } from '@topup/core/user';
import type { BoughtByForm, Buying, CheckedOrder, CustomerLookup } from '@topup/dashboard-contract';
import { type Response, Router } from 'express';
import Joi from 'joi';
import { orderChecks } from '../../auth/attempt-limits';
import { accountIdOf, byOf, liveAccountIdOf, modeOf, requireRight, signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { readFields, readQuery, textRule } from '../../http/read-fields';
import { done, Refusal } from '../../http/refusal';
import { productLabel } from '../../names';
import { batchId, formSchema, forPerson, naira, toFormFields } from './form.input';

export type BuyingDeps = Pick<Deps, 'db' | 'packageList' | 'lookupsOf' | 'bounds' | 'products' | 'clock' | 'exports'>;

/** Buying one thing by the form, and who may: everybody of the account reads, and only some buy. */
export function buyingRoutes(deps: BuyingDeps): Router {
  const { db, packageList, bounds, products } = deps;
  const router = Router();
  const lookupsOf = (response: Response) =>
    deps.lookupsOf({ accountId: accountIdOf(response), mode: modeOf(response) });
  const formDeps = (response: Response) => ({ db, packageList, lookups: lookupsOf(response) });

  async function state(response: Response): Promise<Buying> {
    const [account, factor] = await Promise.all([
      readBuyingAccount(db, accountIdOf(response)),
      findFactor(db, signedInOf(response).userId),
    ]);
    const isLive = account.mode === 'live';
    return {
      ...toWire({ capKobo: isLive ? account.capKobo : null, leftKobo: isLive ? leftOf(account) : null }),
      allowed: !isLive || account.capKobo !== null,
      balance: formatNaira(account.balanceKobo),
      needsFactor: isLive && factor?.verified !== true,
      products,
    };
  }

  router.get('/buying', requireRight('read'), async (_request, response) => {
    response.json(await state(response));
  });
  router.post('/buying/cap', requireRight('settings'), async (request, response) => {
    const { cap } = readFields(newCap, request.body);
    if (modeOf(response) === 'test') throw noCapInTest();
    await changeBuyingCap(db, byOf(response), liveAccountIdOf(response), cap);
    response.json(await state(response));
  });
  router.get('/buying/lookup', requireRight('buy'), async (request, response) => {
    const asked = readQuery(lookup, request);
    await orderChecks.take(db, response, accountIdOf(response));
    const found = await forPerson(lookUp(deps, lookupsOf(response), asked));
    response.json(found satisfies CustomerLookup);
  });
  router.get('/buying/check', requireRight('buy'), async (request, response) => {
    const fields = toFormFields(readQuery(formSchema(request.query, products), request), bounds);
    const accountId = accountIdOf(response);
    await orderChecks.take(db, response, accountId);
    const checked = await forPerson(checkForm(formDeps(response), accountId, fields, 'check'));
    const [account, customer, [same]] = await Promise.all([
      readBuyingAccount(db, accountId),
      forPerson(customerOf(formDeps(response), checked)),
      listSameBefore(db, accountId, [wantedOf(checked.order)]),
    ]);
    const { order, chargeKobo } = checked;
    response.json({
      description: productLabel(order),
      recipient: order.recipient,
      amount: formatNaira(order.amountKobo),
      charge: formatNaira(chargeKobo),
      balance: formatNaira(account.balanceKobo),
      balanceAfter: formatNaira(account.balanceKobo - chargeKobo),
      customer,
      sameBefore: same === undefined ? null : { reference: same.reference, at: same.at.toISOString() },
    } satisfies CheckedOrder);
  });
  router.post('/buying/purchases', requireRight('buy'), async (request, response) => {
    const schema = formSchema<{ id: string; charge: bigint }>(request.body, products, { id: batchId, charge: naira });
    const { id, charge: chargeKobo, ...form } = readFields(schema, request.body);
    const fields = toFormFields(form, bounds);
    const accountId = accountIdOf(response);
    const reference = referenceOfForm(id);
    const checked = await forPerson(checkForm(formDeps(response), accountId, fields, reference));
    const { userId } = signedInOf(response);
    const isLive = modeOf(response) === 'live';
    done(await buyByForm(db, byOf(response), { id, accountId, userId, isLive, chargeKobo, checked }));
    response.status(202).json({ batch: id, reference } satisfies BoughtByForm);
  });
  return router;
}

const newCap = Joi.object<{ cap: bigint | null }>({ cap: naira.label('Cap').allow(null) });

const noCapInTest = () =>
  new Refusal(409, 'test_mode', 'In test mode everybody may buy, so there is no cap. Nothing was changed.');

type AskedCustomer = {
  product: 'CABLE_TV' | 'ELECTRICITY' | 'EXAM_PIN';
  service: string;
  number: string;
  code: string;
};

const lookup = Joi.object<AskedCustomer>({
  product: Joi.string().valid('CABLE_TV', 'ELECTRICITY', 'EXAM_PIN').required(),
  service: Joi.string().max(50).default(''),
  number: textRule('must be 5 to 30 letters or digits', (text) => (/^[0-9A-Za-z/-]{5,30}$/.test(text) ? text : null)),
  code: Joi.string().max(100).default(''),
});

type Lookups = ReturnType<Deps['lookupsOf']>;

/** @throws AppError provider_unavailable | unknown_exam | overloaded */
async function lookUp(
  { packageList }: Pick<Deps, 'packageList'>,
  lookups: Lookups,
  { product, service, number, code }: AskedCustomer,
): Promise<CustomerLookup> {
  if (product === 'CABLE_TV')
    return toFound(await lookups.verifySmartcard(service, number), (card) => ({
      packageCodes: card.currentPackageCodes,
      status: card.status,
      dueDate: card.dueDate,
      ...(card.renewalAmountKobo !== null && { renewalAmount: formatNaira(card.renewalAmountKobo) }),
    }));
  if (product === 'ELECTRICITY')
    return toFound(
      await lookups.verifyMeter(service, number, code === 'postpaid' ? 'postpaid' : 'prepaid'),
      (meter) => ({
        address: meter.address,
        ...(meter.minimumKobo !== null && { minimumAmount: formatNaira(meter.minimumKobo) }),
        ...(meter.arrearsKobo !== null && { arrears: formatNaira(meter.arrearsKobo) }),
      }),
    );
  const exam = await requireExam(packageList, code);
  return toFound(await lookups.verifyProfile(exam.service, number, code), () => ({}));
}

type Found = Extract<CustomerLookup, { found: true }>;

function toFound<T extends { customerName: string }>(
  lookup: Lookup<T>,
  more: (value: T) => Omit<Found, 'found' | 'customerName'>,
): CustomerLookup {
  const answer = requireAnswer(lookup);
  if (answer.kind === 'not_recognised') return { found: false, reason: answer.reason };
  return { found: true, customerName: answer.value.customerName, ...more(answer.value) };
}
