import { type ProductType, productTypes, serviceNames, titleOf } from '@topup/core/product';
import type { Availability, ServiceState } from '@topup/core/routing';
import { LAGOS, timeIn } from '@topup/core/time';
import { escapeHtml } from '@topup/runtime';
import type { Deps } from '../../deps';

/** What each state means to a person who sells. */
const MEANINGS: Readonly<Record<Availability, string>> = {
  available: 'You can buy it.',
  degraded: 'You can buy it, but some purchases fail or take longer.',
  unavailable: 'You cannot buy it now. A purchase that fails is refunded.',
};

/** The HTML of GET /status, without scripts. Every reference is relative, as on the pages of /docs. */
export function statusPage(
  { SERVICE_NAME, SUPPORT_CONTACT }: Pick<Deps['settings'], 'SERVICE_NAME' | 'SUPPORT_CONTACT'>,
  states: readonly ServiceState[],
  now: Date,
): string {
  const name = escapeHtml(SERVICE_NAME);
  const tables = productTypes.map((product) => tableOf(product, states));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Status – ${name}</title>
<link rel="icon" type="image/svg+xml" href="docs/icon.svg">
<link rel="stylesheet" href="docs/docs.css">
</head>
<body>
<header><a href="docs/">For developers</a> <a href="status.json">As JSON</a></header>
<main>
<h1>Status of ${name}</h1>
<p><strong>${summaryOf(states)}</strong> This is from ${timeOf(now)}, Lagos time. To see changes, load the page again.</p>
${tables.join('')}<h2>What the states mean</h2>
<ul>
${Object.entries(MEANINGS)
  .map(([state, meaning]) => `<li>${wordOf(state)}: ${meaning}</li>\n`)
  .join('')}</ul>
${SUPPORT_CONTACT === undefined ? '' : `<p>Help: ${escapeHtml(SUPPORT_CONTACT)}</p>\n`}</main>
</body>
</html>
`;
}

function summaryOf(states: readonly ServiceState[]): string {
  if (states.length === 0) return 'Nothing is known yet.';
  return states.every(({ state }) => state === 'available') ? 'No problem is known.' : 'Not everything is available.';
}

/** The services of one product. */
function tableOf(product: ProductType, states: readonly ServiceState[]): string {
  const sold = states.filter(({ productType }) => productType === product);
  const rows = sold.map(({ service, state, since, message }) => {
    const word = state === 'available' ? wordOf(state) : `<strong>${wordOf(state)}</strong>`;
    const said = message === null ? '' : `<br>${escapeHtml(message)}`;
    return `<tr><th scope="row">${nameOf(service)}</th><td>${word} since ${timeOf(since)}${said}</td></tr>\n`;
  });
  return rows.length === 0 ? '' : `<h2>${titleOf(product)}</h2>\n<table>\n${rows.join('')}</table>\n`;
}

const nameOf = (service: string): string => escapeHtml(serviceNames[service.toLowerCase()] ?? service);

const wordOf = (state: string): string => state.replace(/^./, (first) => first.toUpperCase());

/** In Lagos, to the minute. */
const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${timeIn(LAGOS, at).slice(0, 16).replace('T', ' ')}</time>`;
