/** The parts of a browser that a sign-in needs: cookies by host and path, and redirects. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>();

  /** Requests one URL without following redirects. */
  async ask(address: string): Promise<Response> {
    const url = new URL(address);
    const response = await fetch(url, { redirect: "manual", headers: { cookie: this.cookieFor(url) } });
    for (const cookie of response.headers.getSetCookie()) this.keep(url, cookie);
    return response;
  }

  /** Follows redirects until `stop` returns true or there are none; resolves with the last URL. */
  async follow(address: string, stop: (url: string) => boolean): Promise<string> {
    let url = address;
    for (let steps = 0; steps < 20 && !stop(url); steps++) {
      const location = (await this.ask(url)).headers.get("location");
      if (!location) return url;
      url = new URL(location, url).href;
    }
    return url;
  }

  cookie(host: string, name: string): string | null {
    return this.cookies.get(`${host} ${name}`)?.value ?? null;
  }

  private cookieFor(url: URL): string {
    return [...this.cookies]
      .filter(([key, { path }]) => key.startsWith(`${url.host} `) && url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split(" ")[1]}=${value}`)
      .join("; ");
  }

  private keep({ host }: URL, cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(/; ?/);
    const [name = "", value = ""] = pair.split(/=(.*)/);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/";
    const isOver = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute));
    if (isOver) this.cookies.delete(`${host} ${name}`);
    else this.cookies.set(`${host} ${name}`, { value, path });
  }
}
