import type { BuyablePlan } from '../../catalogue/catalogue.store';
import { formatNaira } from '../../shared/money';
import type { Order } from '../accept/accept.store';
import type { Exam } from './check-exam';

// The order of each product, made of checked fields: by the API, and for what people buy in the dashboard.

type AirtimeFields = { network: string; phone: string; amountKobo: bigint; requestRef: string };

export const airtimeOrder = ({ network, phone, amountKobo, requestRef }: AirtimeFields): Order => ({
  productType: 'AIRTIME',
  requestRef,
  amountKobo,
  recipient: phone,
  details: { network, phone },
  description: `${network.toUpperCase()} airtime of NGN ${formatNaira(amountKobo)} for ${phone}`,
  providerOrder: { serviceId: network, variationCode: null, subscriptionType: null, contactPhone: phone },
});

type DataFields = { phone: string; requestRef: string };

export const dataOrder = ({ phone, requestRef }: DataFields, plan: BuyablePlan): Order => ({
  productType: 'DATA',
  requestRef,
  amountKobo: plan.priceKobo,
  recipient: phone,
  details: { phone, plan: plan.name },
  description: `Data ${plan.name} for ${phone}`,
  providerOrder: {
    serviceId: plan.providerService,
    variationCode: plan.providerCode,
    subscriptionType: null,
    contactPhone: phone,
  },
});

export type CableFields = {
  service: string;
  smartcard: string;
  packageCode: string;
  amountKobo: bigint;
  phone: string;
  subscriptionType: 'renew' | 'change';
  requestRef: string;
};

/** `name`: of the package; empty until it is known. */
export const cableOrder = (fields: CableFields, name = ''): Order => ({
  productType: 'CABLE_TV',
  requestRef: fields.requestRef,
  amountKobo: fields.amountKobo,
  recipient: fields.smartcard,
  details: { package_code: fields.packageCode, smartcard_number: fields.smartcard },
  description: `${fields.service.toUpperCase()} ${name} for smartcard ${fields.smartcard}`,
  providerOrder: {
    serviceId: fields.service,
    variationCode: fields.packageCode,
    subscriptionType: fields.subscriptionType,
    contactPhone: fields.phone,
  },
});

type ElectricityFields = {
  disco: string;
  meter: string;
  meterType: string;
  amountKobo: bigint;
  phone: string;
  requestRef: string;
};

export const electricityOrder = ({
  disco,
  meter,
  meterType,
  amountKobo,
  phone,
  requestRef,
}: ElectricityFields): Order => ({
  productType: 'ELECTRICITY',
  requestRef,
  amountKobo,
  recipient: meter,
  details: { disco, meter_number: meter },
  description: `${disco} ${meterType} electricity of NGN ${formatNaira(amountKobo)} for meter ${meter}`,
  providerOrder: { serviceId: disco, variationCode: meterType, subscriptionType: null, contactPhone: phone },
});

type ExamFields = { phone: string; profileId?: string | undefined; requestRef: string };

export function examOrder(
  { phone, profileId, requestRef }: ExamFields,
  { service, code, name, priceKobo }: Exam,
): Order {
  const recipient = profileId ?? phone;
  return {
    productType: 'EXAM_PIN',
    requestRef,
    amountKobo: priceKobo,
    recipient,
    details: { exam: code },
    description: `${service.toUpperCase()} ${name} for ${profileId === undefined ? '' : 'profile '}${recipient}`,
    providerOrder: { serviceId: service, variationCode: code, subscriptionType: null, contactPhone: phone },
  };
}
