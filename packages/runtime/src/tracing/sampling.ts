/** The names that OpenTelemetry gives to samplers. */
export type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`;

const PARENT_BASED = 'parentbased_';

/**
 * Decides for each request whether it is traced. `parentbased_…` does what the client's `traceparent` says
 * (`isParentSampled`), and asks the sampler behind only when there is none.
 *
 * The ratio is of all requests, at random. OpenTelemetry takes it from the trace id, but a client that chooses its ids
 * must not decide for us.
 * @param ratio from 0 to 1
 * @param random from 0 to below 1
 */
export function createSampler(
  name: SamplerName,
  ratio: number,
  random: () => number = Math.random,
): (isParentSampled: boolean | undefined) => boolean {
  const followsParent = name.startsWith(PARENT_BASED);
  const root = followsParent ? name.slice(PARENT_BASED.length) : name;
  return (isParentSampled) => {
    if (followsParent && isParentSampled !== undefined) return isParentSampled;
    return root === 'always_on' || (root === 'traceidratio' && random() < ratio);
  };
}
