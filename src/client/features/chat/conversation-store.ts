import { useSyncExternalStore } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { ChatMessage } from '../../../shared/contracts/chat.ts';
import { isPending, markHistory, placeNow, settle, type AccessNotice, type Turn } from './conversation.ts';

export interface Conversation {
  turns: readonly Turn[];
  notices: readonly AccessNotice[];
  /** What stands in the input line. It outlives the page: leaving and returning must not lose a reader's words. */
  draft: string;
  /** What screen readers hear next: complete messages only. */
  announcement: { id: number; text: string } | undefined;
  openedAt: string;
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
        draft: '',
        announcement: announce(`${speaker}: ${response}`),
      });
    },

    fail(id: number, reason: 'refused' | 'cut'): void {
      set({ turns: changeTurn(id, () => ({ state: reason })) });
    },

    extendAccess(maxSection: number, history: History): void {
      lastId += 1;
      const notice: AccessNotice = {
        id: lastId,
        maxSection,
        at: new Date().toISOString(),
        place: placeNow(history, state.turns),
      };
      set({ notices: [...state.notices, notice] });
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
