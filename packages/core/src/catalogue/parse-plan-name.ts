/** `N100 ` or `₦1,000 ` at the beginning. The price that a name tells is the provider's, and at times an old one. */
const PRICE_WORD = /^[N₦][0-9][0-9,.]*\s+/;

/**
 * What the provider's name of a data plan says, as `N100 100MB - 24 hrs` does ("Data" page of VTpass): `planName` is "100MB", `validity` "24 hrs".
 * A name of another form is the whole `planName`; `validity` is then empty.
 */
export function parsePlanName(name: string): { planName: string; validity: string } {
  const dash = name.lastIndexOf(' - ');
  const planName = name.slice(0, Math.max(dash, 0)).trim().replace(PRICE_WORD, '');
  const validity = dash === -1 ? '' : name.slice(dash + 3).trim();
  return planName === '' || validity === '' ? { planName: name, validity: '' } : { planName, validity };
}
