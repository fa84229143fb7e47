/** A text as it may stand in HTML, and in its attributes between double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => `&#${each.charCodeAt(0)};`);
