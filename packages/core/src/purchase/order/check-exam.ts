import type { PackageList } from '../../catalogue/package-list';
import { AppError } from '../../errors/error-catalog';
import { profileServices } from '../../product/exam-pin';
import { products } from '../../product/products';
import type { Variation } from '../../provider/provider.port';
import { requirePrice } from './require-price';

/** An exam, and the service under which providers sell its PIN. */
export type Exam = Variation & { service: string };

type Lists = Pick<PackageList, 'packages'>;

const { services } = products.EXAM_PIN;

const examsOf = async (packageList: Lists, service: string): Promise<Exam[]> =>
  (await packageList.packages(service)).map((each) => ({ ...each, service }));

/**
 * The exams of all services. A list that cannot be read stops no other: JAMB sells for some months of a year.
 * @throws AppError provider_unavailable when none of the lists can be read
 */
export async function readExams(packageList: Lists): Promise<Exam[]> {
  const lists = await Promise.allSettled(services.map((service) => examsOf(packageList, service)));
  const [first] = lists;
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw first.reason;
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
}

/**
 * It does not wait for the lists of other services: the provider may take 10 s for one.
 * @throws AppError unknown_exam, or provider_unavailable when a list that may have it cannot be read
 */
export async function requireExam(packageList: Lists, code: string): Promise<Exam> {
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

export const needsProfile = ({ service }: Pick<Exam, 'service'>): boolean => profileServices.includes(service);

type Asked = { exam: string; profileId?: string | undefined; expectedKobo?: bigint | undefined };

/**
 * The ordered exam, at its price now.
 * @throws AppError unknown_exam | validation_failed | price_changed | provider_unavailable
 */
export async function checkExam(
  packageList: Pick<PackageList, 'packages' | 'find'>,
  { exam: code, profileId, expectedKobo }: Asked,
): Promise<Exam> {
  const listed = await requireExam(packageList, code);
  const needed = needsProfile(listed);
  if (needed !== (profileId !== undefined))
    throw new AppError('validation_failed', `profile_id is ${needed ? 'required' : 'not allowed for this exam'}`);
  const fits = ({ priceKobo }: Variation) => expectedKobo === undefined || expectedKobo === priceKobo;
  const found = await packageList.find(listed.service, code, fits);
  if (found === null) throw UNKNOWN_EXAM;
  requirePrice(expectedKobo, found.priceKobo);
  return { ...found, service: listed.service };
}
