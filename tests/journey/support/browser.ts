/** The requests and cookies of one person's browser at the dashboard. */
export type Browser = {
  /** Name to value. */
  readonly cookies: Map<string, string>;
  /** The Set-Cookie headers of the last answer. */
  setCookies(): string[];
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Page>;
};

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of a body says what it is
export type Page = { status: number; text: string; body: any; headers: Headers };

/**
 * Requests `url` as pages of `origin` do. Each browser has its own IP address. `seen` collects the text of every
 * answer.
 */
export function createBrowser({ url, origin, seen }: { url: string; origin: string; seen: string[] }): Browser {
  const cookies = new Map<string, string>();
  let setCookies: string[] = [];
  addresses += 1;
  const ownAddress = `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;

  async function ask(path: string, method: string, given: Record<string, string>, body?: string): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'x-forwarded-for': ownAddress, ...(cookie && { cookie }), ...given };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: 'manual',
    });
    setCookies = answer.headers.getSetCookie();
    for (const one of setCookies) keep(one);
    const text = await answer.text();
    seen.push(text);
    return { status: answer.status, text, body: parsed(text), headers: answer.headers };
  }

  function keep(setCookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
    if (/max-age=0/i.test(setCookie)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    setCookies: () => setCookies,
    get: (path, headers = {}) => ask(path, 'GET', headers),
    post: (path, body, headers = {}) =>
      ask(path, 'POST', { 'content-type': 'application/json', origin, ...headers }, JSON.stringify(body)),
  };
}

let addresses = 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
