import type { ProductType } from '@topup/core/product';
import { NAMED } from '../http/purchase-response';
import { airtime, airtimeKeys } from './airtime';
import { cableKeys, cableTv } from './cabletv';
import { data, dataKeys } from './data';
import type { Resource, Schema } from './document';
import { electricity, electricityKeys, unsoldElectricityKeys } from './electricity';
import { examKeys, exams, SERIAL } from './exams';
import { CHARGED } from './schemas';

/** A product as the document describes it. */
type DescribedProduct = {
  /** How the names of its schemas begin. */
  name: string;
  resource: Resource;
  /** The keys of a purchase that only this product has, and which of them can be absent. */
  keys: Record<string, Schema>;
  optional?: string[];
  /** The keys of a purchase that has not succeeded, if they differ. */
  unsold?: Record<string, Schema>;
};

export const describedProducts: Readonly<Record<ProductType, DescribedProduct>> = {
  AIRTIME: { name: 'Airtime', resource: airtime, keys: airtimeKeys, optional: CHARGED },
  DATA: { name: 'Data', resource: data, keys: dataKeys },
  CABLE_TV: { name: 'Cable', resource: cableTv, keys: cableKeys, optional: CHARGED },
  ELECTRICITY: {
    name: 'Electricity',
    resource: electricity,
    keys: electricityKeys,
    optional: [...NAMED, ...CHARGED],
    unsold: unsoldElectricityKeys,
  },
  EXAM_PIN: { name: 'Exam', resource: exams, keys: examKeys, optional: [...SERIAL, ...CHARGED] },
};
