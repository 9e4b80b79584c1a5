/** Where chat completions are asked for. */
interface ServerAddress {
  /** `/chat/completions` and `/models` follow. */
  baseURL: string;
  /** Groq's own service, or a gateway whose path names it. */
  isGroq: boolean;
}

/** Services that have their completions elsewhere than under `/v1`, as their documents say. */
const paths: Readonly<Record<string, string>> = {
  'api.groq.com': '/openai/v1',
  'openrouter.ai': '/api/v1',
  'generativelanguage.googleapis.com': '/v1beta/openai',
};
/** What may stand after the address that is meant, copied from an example of a call. */
const call = /\/(?:chat\/completions|completions|models)$/;
/** Calls of Ollama's own, which are not under its `/v1`. */
const ownCall = /\/api\/(?:chat|generate|tags)$/;
const version = /\/v\d\w*(?:\/|$)/;

/**
 * The address as an author writes it, a call after it cut off. A service of {@link paths} has its own path, whatever is
 * written; an address that names a version (`/v1`, `/api/paas/v4`), or that had a call after it, is used as it stands; any other
 * gets `/v1`, as Ollama, llama.cpp's server, LM Studio, Mistral and DeepSeek have it.
 *
 * @throws TypeError for what is no address, which neither environment nor panel accept
 */
export function readServerAddress(written: string | undefined): ServerAddress {
  const { origin, hostname, pathname } = new URL(written?.trim() || 'https://api.groq.com');
  const full = pathname.replace(/\/+$/, '');
  const path = full.replace(call, '').replace(ownCall, '');
  const isGroq = hostname === 'groq.com' || hostname.endsWith('.groq.com') || /\/groq(?:\/|$)/.test(path);
  const isWhole = version.test(path) || call.test(full);
  const usual = isGroq ? `${path.replace(/\/openai$/, '')}/openai/v1` : `${path}/v1`;
  return { baseURL: origin + (paths[hostname] ?? (isWhole ? path : usual)), isGroq };
}

/** How a server and its model are named in what was learned of them. */
export const serverName = (address: string | undefined, model: string): string =>
  `${readServerAddress(address).baseURL} ${model}`;
