import { useSyncExternalStore } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { isPending, markHistory, placeNow, settle, type LocalNotice, type Turn } from './conversation.ts';

export interface Conversation {
  turns: readonly Turn[];
  notices: readonly LocalNotice[];
  /** What stands in the input line. It outlives the page: leaving and returning must not lose a reader's words. */
  draft: string;
  /** What screen readers hear next: complete messages only. */
  announcement: { id: number; text: string } | undefined;
  openedAt: string;
  /** The time of a message of which the server says that nobody is answering it. */
  unanswered: string | undefined;
}

/** Where the reader was in the log when the page was left; absent means at the bottom. */
export interface ReadingPlace {
  top: number;
  measurements: VirtualItem[];
}

type History = readonly ChatMessage[] | undefined;

/**
 * The part of the conversation that lives in this tab. It stands outside the page's components because a
 * reply goes on being written while the reader looks at another page.
 */
export function createConversation() {
  let state: Conversation = {
    turns: [],
    notices: [],
    draft: '',
    announcement: undefined,
    openedAt: new Date().toISOString(),
    unanswered: undefined,
  };
  let lastId = 0;
  let readingPlace: ReadingPlace | undefined;
  const listeners = new Set<() => void>();

  function set(change: Partial<Conversation>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  function announce(text: string): Conversation['announcement'] {
    lastId += 1;
    return { id: lastId, text };
  }

  function changeTurn(id: number, change: (turn: Turn) => Partial<Turn>): readonly Turn[] {
    return state.turns.map((turn) => (turn.id === id ? { ...turn, ...change(turn) } : turn));
  }

  /** Words that were answered leave the input line; those the reader wrote meanwhile stay. */
  function draftAfter(id: number): string {
    const turn = state.turns.find((one) => one.id === id);
    return turn?.resumed && state.draft.trim() !== turn.message ? state.draft : '';
  }

  function print(text: string, speaker: LocalNotice['speaker'], history: History): void {
    lastId += 1;
    const place = placeNow(history, state.turns);
    const notice = { id: lastId, text, speaker, at: new Date().toISOString(), place };
    set({ notices: [...state.notices, notice] });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    read: () => state,

    write(draft: string): void {
      set({ draft });
    },

    /** Adds the reader's message at once. `undefined` when there is nothing to send or a reply is still pending. */
    begin(text: string, history: History): { id: number; message: string } | undefined {
      const message = text.trim();
      if (!message || state.turns.some(isPending)) return undefined;
      lastId += 1;
      const turn: Turn = {
        id: lastId,
        message,
        sentAt: new Date().toISOString(),
        after: markHistory(history),
        state: 'waiting',
        chunks: [],
      };
      // What was not delivered before is given up: its words are in the input line, or were changed there.
      set({ turns: [...state.turns.filter((earlier) => earlier.state === 'done'), turn] });
      return { id: turn.id, message };
    },

    /** Listens to the reply to a message that the server already has; `undefined` while another reply is pending. */
    resume(question: ChatMessage, history: readonly ChatMessage[]): { id: number } | undefined {
      if (state.turns.some(isPending)) return undefined;
      lastId += 1;
      const turn: Turn = {
        id: lastId,
        message: question.content,
        sentAt: question.timestamp,
        after: markHistory(history.slice(0, history.indexOf(question))),
        state: 'waiting',
        chunks: [],
        resumed: true,
      };
      set({ turns: [...state.turns.filter((earlier) => earlier.state === 'done'), turn] });
      return { id: turn.id };
    },

    hear(id: number, text: string): void {
      set({
        turns: changeTurn(id, ({ chunks, repliedAt }) => ({
          state: 'writing',
          chunks: [...chunks, text],
          repliedAt: repliedAt ?? new Date().toISOString(),
        })),
      });
    },

    takeBack(id: number): void {
      set({ turns: changeTurn(id, () => ({ state: 'waiting', chunks: [], repliedAt: undefined })) });
    },

    /** The reply is complete: only now are the reader's words taken out of the input line. */
    finish(id: number, response: string, timestamp: string, speaker: string): void {
      set({
        turns: changeTurn(id, () => ({ state: 'done', chunks: [response], repliedAt: timestamp })),
        draft: draftAfter(id),
        announcement: announce(`${speaker}: ${response}`),
      });
    },

    /** The reader stopped the reply; `response` is what had been said, and may be nothing. */
    stopped(id: number, response: string, timestamp: string): void {
      set({
        draft: draftAfter(id),
        turns: response
          ? changeTurn(id, () => ({ state: 'done', stopped: true, chunks: [response], repliedAt: timestamp }))
          : state.turns.filter((turn) => turn.id !== id),
        announcement: announce('Risposta interrotta.'),
      });
    },

    /** The server says that nobody is answering the message of that time. */
    markUnanswered(timestamp: string | undefined): void {
      set({ unanswered: timestamp });
    },

    fail(id: number, reason: 'refused' | 'cut'): void {
      set({ turns: changeTurn(id, () => ({ state: reason })) });
    },

    extendAccess(maxSection: number, history: History): void {
      print(`ACCESSO ESTESO FINO ALLA SEZIONE ${maxSection}.`, 'system', history);
    },

    /** The terminal's own words, or a recap: shown here, stored nowhere. Screen readers hear them. */
    print(text: string, speaker: LocalNotice['speaker'], history: History): void {
      print(text, speaker, history);
      set({ announcement: announce(text) });
    },

    /** The conversation was deleted, or another part of it is to be shown. */
    clear(): void {
      set({ turns: state.turns.filter(isPending), notices: [], unanswered: undefined });
    },

    /** Lets go of what the server's history now holds, and of words it turns out to have received after all. */
    reconcile(history: readonly ChatMessage[], speaker: string): void {
      const settled = settle(history, state.turns);
      const recovered = state.turns.find((turn, index) => turn.state === 'cut' && settled[index]?.reply);
      const turns = state.turns.filter((turn, index) => isPending(turn) || !settled[index]?.reply);
      if (turns.length === state.turns.length) return;
      const isStillThere = recovered && state.draft.trim() === recovered.message;
      set({
        turns,
        ...(isStillThere && { draft: '' }),
        ...(recovered && { announcement: announce(`${speaker}: ${history.at(-1)?.content ?? ''}`) }),
      });
    },

    readingPlace: () => readingPlace,

    leaveAt(place: ReadingPlace | undefined): void {
      readingPlace = place;
    },
  };
}

/** The one conversation of this tab. */
export const conversation = createConversation();

export function useConversation(): Conversation {
  return useSyncExternalStore(conversation.subscribe, conversation.read, conversation.read);
}
