/** What a server showed of itself, and no list says: kept for each address and model. */
export interface ServerFact {
  /** Parameters it refused; `system` where it is the system message. */
  dropped?: readonly string[] | undefined;
  /** It thinks aloud: the answer needs more tokens. `bare`: it closes its thoughts without having opened them. */
  thinks?: boolean | undefined;
  bareThoughts?: boolean | undefined;
  /** The most tokens that were counted whole; absent as long as nobody has looked. `cut`: larger prompts lose their head. */
  window?: { tokens: number; cut: boolean } | undefined;
}

/** Tokens planned for a server that has not shown that it takes more: what the least generous ones give by default. */
export const unprovenWindow = 4_000;

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
