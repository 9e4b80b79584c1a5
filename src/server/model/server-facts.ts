/** What a server showed of itself, and no list says: kept for each address and model. */
export interface ServerFact {
  /** Parameters it refused; `system` where it is the system message. */
  dropped?: readonly string[] | undefined;
  /** It thinks aloud: the answer needs more tokens. `bare`: it closes its thoughts without having opened them. */
  thinks?: boolean | undefined;
  bareThoughts?: boolean | undefined;
  /** Absent as long as nobody has looked. */
  window?: Window | undefined;
  /** It told that it had kept the beginning of a prompt. */
  caches?: boolean | undefined;
  /** The limit that its answers told. */
  tokensPerMinute?: number | undefined;
}

/** How long a prompt may be. */
export interface Window {
  /** The most tokens that were counted whole. */
  tokens: number;
  /** Larger prompts lose their head. */
  cut: boolean;
  /** How long it takes to read a token anew, in milliseconds, answer included. */
  msPerToken?: number | undefined;
}

export interface ServerFacts {
  of(server: string): ServerFact;
  learn(server: string, fact: ServerFact): void;
}

/** @param kept what an earlier run had learned @param onLearn called with everything after something new */
export function createServerFacts(
  kept: Readonly<Record<string, ServerFact>> = {},
  onLearn: (all: Readonly<Record<string, ServerFact>>) => void = () => undefined,
): ServerFacts {
  const facts = new Map(Object.entries(kept));
  return {
    of: (server) => facts.get(server) ?? {},
    learn(server, fact) {
      facts.set(server, { ...facts.get(server), ...fact });
      onLearn(Object.fromEntries(facts));
    },
  };
}
