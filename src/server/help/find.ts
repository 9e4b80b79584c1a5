import { createHmac, randomBytes } from 'node:crypto';
import { lazy } from '#shared/lazy.ts';
import { createDetector, type Finding } from './detect.ts';
import type { Suspicion } from './suspect.ts';
import type { HelpTexts } from './texts.ts';

/** A message that may say more than its phrase does. */
const severalParts = /[.!?,;:\n]\s*[\p{L}\d]/u;
const longestMemory = 2000;

/** What a message holds. */
export function createFinder(
  texts: HelpTexts,
  suspicion: Suspicion,
  readForeign: (message: string) => { meaning?: string | undefined } | undefined,
) {
  const detector = lazy(() => createDetector(texts, suspicion));
  const grammar = lazy(() => createDetector(texts));
  const detect = remembered((message) => {
    const meaning = readForeign(message)?.meaning;
    return meaning !== undefined && !severalParts.test(message)
      ? (grammar()(message) ?? detector()(meaning))
      : detector()(message);
  });
  return (message: string): Finding | undefined => detect(message);
}

/** The detector, which reads a message once: a conversation is read again at every turn, by several parts of the talk. */
function remembered(detect: (message: string) => Finding | undefined): typeof detect {
  const harmless = new Set<string>();
  // Grave messages are kept nowhere, not even here: what was found in one stands under a digest that only this process makes.
  // Without it whoever wrote a hundred long ones held the process for seconds with each message more.
  const grave = new Map<string, Finding>();
  const key = randomBytes(32);
  return (message) => {
    if (harmless.has(message)) return undefined;
    const digest = createHmac('sha256', key).update(message).digest('base64url');
    const before = grave.get(digest);
    if (before) return before;
    const finding = detect(message);
    const memory = finding ? grave : harmless;
    if (memory.size >= longestMemory) memory.clear();
    if (finding) grave.set(digest, finding);
    else harmless.add(message);
    return finding;
  };
}
