import type { H3Event } from 'h3';
import type { NodeRequest } from 'srvx/node';

/** What a call looks at of a request: h3's events have it, and so has what {@link askedDirectly} makes. */
export type Asked = Pick<H3Event, 'req' | 'runtime' | 'context'> & { readonly url: Pick<URL, 'pathname'> };

/** Answers a request whose target is a call's address, letter by letter; `undefined` for any other, which is h3's to find. */
export type DirectCalls = (target: string) => ((request: DirectRequest) => Promise<Response>) | undefined;

type DirectRequest = InstanceType<typeof NodeRequest>;

/** A request to an address that is known letter by letter: it needs neither h3's search for its route nor its event. */
export function askedDirectly(req: DirectRequest, pathname: string): Asked {
  return { req, runtime: req.runtime, context: {}, url: { pathname } };
}
