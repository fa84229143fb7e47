/**
 * The name of the service, and where its users find help, as the server writes them into the page. `support`: null when
 * nobody has set it.
 */
export const SERVICE: { name: string; support: string | null } = {
  name: document.title,
  support: document.querySelector<HTMLMetaElement>('meta[name="support"]')?.content || null,
};
