/** Where chat completions are asked for. */
interface ServerAddress {
  /** Ends in `/v1`; `/chat/completions` and `/models` follow. */
  baseURL: string;
  /** Groq's own service, or what stands in front of it under its path. */
  isGroq: boolean;
}

const groqAddress = 'https://api.groq.com/openai/v1';

/**
 * The address as an author writes it. One that ends in `/v1` is used as it stands, as Ollama, llama.cpp's server, LM Studio,
 * OpenRouter and Mistral print it; Groq's may lack its path.
 */
export function readServerAddress(written: string | undefined): ServerAddress {
  const address = written?.trim().replace(/\/+$/, '');
  if (!address) return { baseURL: groqAddress, isGroq: true };
  if (!address.endsWith('/v1'))
    return { baseURL: `${address.replace(/\/openai$/, '')}/openai/v1`, isGroq: true };
  const { hostname } = new URL(address);
  return { baseURL: address, isGroq: hostname === 'groq.com' || hostname.endsWith('.groq.com') };
}
