import { customerOf, seedOf } from '../../customers/customers';
import { tokenFormOf } from '../../customers/token-forms';
import type { Fields } from '../../http/read-body';
import type { Variation } from '../catalogue/price-lists';
import type { Service } from '../catalogue/services';
import type { Meter } from '../electricity/meter';
import { bouquetOf } from './smartcards';

/** Every answer has code 000, even if the number is unknown. */
const frame = (content: Fields) => ({ code: '000', content });

/** The number to verify; `meterType` is null for a smartcard or a profile. */
export type VerifyQuery = { service: Service; number: string; meterType: Meter['type'] | null };

/**
 * An unknown number. Only meters have `WrongBillersCode`, and it is a text, as in the recorded answer. For a profile no
 * answer was recorded: we chose the form of a smartcard's.
 */
export function toUnknownReply({ service, meterType }: VerifyQuery) {
  if (meterType === null) {
    const kind = service.category === 'education' ? 'profile ID' : 'smartcard number';
    return frame({
      error: `This ${kind} could not be validated and may be wrong. Go on only if you are sure of it.`,
    });
  }
  return frame({
    error: `${service.productName} has no ${meterType} meter with this number.`,
    WrongBillersCode: 'true',
  });
}

/** The owner of the number, in the fields of its service. */
export function toCustomerReply({ service, number, meterType }: VerifyQuery, list: readonly Variation[], at: Date) {
  if (meterType !== null) return frame(toMeterContent(service, number, meterType));
  if (service.category === 'education') return frame({ Customer_Name: customerOf(number).name });
  return frame(
    service.id === 'startimes' ? toStartimesContent(service, number) : toCardContent(service, number, list, at),
  );
}

function toStartimesContent(service: Service, card: string): Fields {
  return {
    Customer_Name: customerOf(card).name,
    Balance: 54.82,
    Smartcard_Number: card,
    WrongBillersCode: false,
    commission_details: commissionOf(service),
  };
}

/**
 * DStv and GOtv. Bouquet and renewal amount were in older live answers and are not in the current sample; we send them
 * so that renewals can be tried. The amount was seen as a number (here for DStv) and as a text (here for GOtv).
 */
function toCardContent(service: Service, card: string, list: readonly Variation[], at: Date): Fields {
  const isDstv = service.id === 'dstv';
  const due = new Date(at.getTime() + (1 + (seedOf(card) % 30)) * 86_400_000);
  const owned = bouquetOf(card, list);
  return {
    Customer_Name: customerOf(card).name,
    Status: 'ACTIVE',
    Due_Date: isDstv ? `${due.toISOString().slice(0, 10)}T00:00:00` : dayMonthYear(due),
    Customer_Number: card,
    Customer_Type: isDstv ? 'DSTV' : 'GOTV',
    ...(owned && {
      Current_Bouquet: owned.bouquet.name,
      Current_Bouquet_Code: owned.bouquet.variation_code,
      Renewal_Amount: isDstv ? owned.renewalNaira : owned.renewalNaira.toFixed(2),
    }),
    commission_details: commissionOf(service),
  };
}

/**
 * A meter, in the fields of its disco. A number that ends in 99999 cannot be sold to: our rule, to test every disco.
 */
function toMeterContent(service: Service, meterNumber: string, type: Meter['type']): Fields {
  const { name, address } = customerOf(meterNumber);
  const charges = tokenFormOf(meterNumber)?.charges && { Customer_Arrears: '4500.00', Minimum_Amount: 1500 };
  const own = inOwnFields(service, {
    Customer_Name: name,
    Address: address,
    Meter_Number: meterNumber,
    Can_Vend: meterNumber.endsWith('99999') ? 'no' : 'yes',
    Meter_Type: type.toUpperCase(),
    WrongBillersCode: false,
    commission_details: commissionOf(service),
  });
  return { ...own, ...charges };
}

type CommonMeterFields = Record<'Customer_Name' | 'Address' | 'Meter_Number' | 'Can_Vend' | 'Meter_Type', string> & {
  WrongBillersCode: boolean;
  commission_details: object;
};

/**
 * Adds or replaces the fields that differ in the disco's sample. Abuja, Ibadan, Kano, Kaduna and Benin have no sample.
 */
function inOwnFields({ id, minimumNaira, maximumNaira }: Service, common: CommonMeterFields): Fields {
  const { Meter_Number, ...withoutNumber } = common;
  switch (id) {
    case 'ikeja-electric':
      return {
        ...common,
        Customer_Arrears: '',
        Minimum_Amount: '',
        Min_Purchase_Amount: '',
        Business_Unit: '',
        Customer_Account_Type: 'NMD',
      };
    case 'eko-electric':
    case 'kaduna-electric':
      return { ...common, Minimum_Amount: minimumNaira };
    case 'portharcourt-electric':
      return { ...common, MAX_Purchase_Amount: String(maximumNaira), Min_Purchase_Amount: String(minimumNaira) };
    case 'jos-electric':
      return {
        ...withoutNumber,
        Customer_Name: '',
        Address: '',
        MeterNumber: Meter_Number,
        Meter_Type: common.Meter_Type.toLowerCase(),
      };
    case 'enugu-electric':
      return {
        ...withoutNumber,
        Account_Number: Meter_Number,
        Customer_Number: Meter_Number,
        MeterNumber: Meter_Number,
        Business_Unit: 'OGUI',
        District: 'ENUGU',
        Last_Purchase_Days: '30',
        KCT1: '',
        KCT2: '',
        Customer_Phone: '',
        Min_Purchase_Amount: String(minimumNaira),
        Max_Purchase_Amount: String(maximumNaira),
      };
    default:
      return common;
  }
}

function commissionOf({ rate }: Service) {
  return { amount: null, rate, rate_type: 'percent', computation_type: 'default' };
}

/** The date format of GOtv: 02-FEB-25. */
function dayMonthYear(day: Date): string {
  const month = day.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' }).slice(0, 3).toUpperCase();
  return `${day.toISOString().slice(8, 10)}-${month}-${day.toISOString().slice(2, 4)}`;
}
