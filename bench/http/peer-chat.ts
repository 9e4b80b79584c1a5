import { randomUUID } from 'node:crypto';
import { deflections, levelZero, nameDeflections, protagonist, unlocked } from '../../src/content/book.ts';
import personaText from '../../src/content/persona.md?raw';
import * as voice from '../../src/content/voice.ts';
import { createGuard } from '../../src/server/spoilers/guard.ts';
import { createChatEngine } from '../../src/server/talk/reply.ts';
import { createHostedModel } from '../../src/server/model/hosted.ts';
import { createNarrator } from '../../src/server/narrator/narrator.ts';
import { spokenLines } from '../../src/server/narrator/voice.ts';
import { unlockedMessages, unlockedSections } from '../../src/shared/gate.ts';
import { siteModel } from '../../tests/support/offline.ts';
import type { openPeerDatabase } from './peer-database.ts';

const remembered = 40;

/**
 * The character for the peer: gate, memory, guard and model are the site's own, since a peer would have to write the same.
 * What is stored, and how, is the peer's.
 */
export function peerChat(database: ReturnType<typeof openPeerDatabase>, modelUrl: string) {
  const lines = { ...voice, deflections, nameDeflections, levelZero, unlocked, name: protagonist.name };
  const narrator = createNarrator(lines);
  const book = () => database.sections.all().map(withoutNulls);
  // The book changes when its author writes: a peer would keep it in memory as well.
  const sections = book();
  const engine = createChatEngine({
    persona: { name: protagonist.name, text: personaText },
    model: createHostedModel({ apiKey: 'bench', baseUrl: modelUrl }),
    fallback: siteModel(),
    guard: { release: createGuard([personaText, spokenLines(lines)]), deflections },
  });
  const levelOf = (readerId: string | undefined) =>
    readerId === undefined ? 0 : (database.user.get(readerId)?.maxSection ?? 0);
  const history = (readerId: string | undefined) =>
    readerId === undefined ? [] : database.conversation.all(readerId, levelOf(readerId));

  return {
    levelOf,
    history,
    book,
    recap: (readerId: string | undefined) =>
      narrator.recap(unlockedSections(sections, levelOf(readerId)), []),
    suggestions(readerId: string | undefined) {
      const level = levelOf(readerId);
      return narrator.suggestions(
        unlockedSections(sections, level),
        [],
        unlockedMessages(history(readerId), level),
      );
    },
    /** The reply's text piece by piece; question and whole reply are durable when it ends. */
    async *reply(
      readerId: string,
      question: string,
    ): AsyncGenerator<{ type: string; [field: string]: unknown }> {
      const user = database.user.get(readerId);
      const level = user?.maxSection ?? 0;
      const before = unlockedMessages(history(readerId), level).slice(-remembered);
      const now = new Date().toISOString();
      const stored = {
        id: randomUUID(),
        readerId,
        role: 'user' as const,
        content: question,
        level,
        timestamp: now,
      };
      const fresh = { id: readerId, maxSection: 0, email: null, createdAt: now, updatedAt: now };
      database.putFirst(user ? undefined : fresh, stored);
      const input = { level, sections: unlockedSections(sections, level), history: before, question };
      for await (const step of engine.reply(input)) {
        if (step.type !== 'done') {
          yield step;
          continue;
        }
        const timestamp = new Date().toISOString();
        database.putMessage.run({
          ...stored,
          id: randomUUID(),
          role: 'assistant',
          content: step.text,
          timestamp,
        });
        yield { type: 'done', response: step.text, timestamp };
      }
    },
  };
}

/** SQL says NULL where JSON says nothing. */
export function withoutNulls<T extends object>(row: T): T {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as T;
}
