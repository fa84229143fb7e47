/** How often the page reads again, in milliseconds: alerts tell at once, and the page sends two requests each time. */
export const REFRESH_MS = 60_000;
