/** `N100 ` or `₦1,000 ` at the beginning: the price of the provider, and sometimes an old one. */
const PRICE_WORD = /^[N₦][0-9][0-9,.]*\s+/;

/**
 * Splits the provider's name of a data plan ("Data" page of VTpass): `N100 100MB - 24 hrs` has the `planName` "100MB"
 * and the `validity` "24 hrs". A name of another form becomes the `planName`, and `validity` is empty.
 */
export function parsePlanName(name: string): { planName: string; validity: string } {
  const dash = name.lastIndexOf(' - ');
  const planName = name.slice(0, Math.max(dash, 0)).trim().replace(PRICE_WORD, '');
  const validity = dash === -1 ? '' : name.slice(dash + 3).trim();
  return planName === '' || validity === '' ? { planName: name, validity: '' } : { planName, validity };
}
