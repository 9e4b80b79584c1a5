import { createAtom, useSelector } from '@tanstack/react-store';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import {
  addTurn,
  announce,
  changeTurn,
  emptyConversation,
  finishReply,
  followReply,
  paceReply,
  printLine,
  reconcile,
  stopReply,
  type Conversation,
} from './conversation-state.ts';
import { isPending, isUndelivered, type PrintedLine } from './conversation.ts';
import { newMessageId } from './message-id.ts';
import { advanceReveal, nextStep } from './reveal.ts';
import { serverNow } from './server-clock.ts';

type History = readonly ChatMessage[] | undefined;

const now = () => serverNow();

/**
 * Keeps a conversation. It stands outside the page's components because a reply goes on being written while the
 * reader looks at another page.
 */
export function createConversation() {
  const store = createAtom(emptyConversation(now()));
  /** Where the reader was in the log when the page was left, in pixels; absent means at the bottom. */
  let readingPlace: number | undefined;
  let hasToldOfCookies = false;
  /** Counts what has been shown in turn: a conversation, another level of it, another reader's. */
  let part = 0;
  /** What was not delivered when the page was loaded anew. */
  let undelivered: { message: string; sentId: string } | undefined;

  function change(transition: (state: Conversation) => Conversation): void {
    store.set(transition);
    scheduleReveal();
  }

  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Shows more of the reply that is coming onto the screen when it is due. */
  function scheduleReveal(): void {
    clearTimeout(timer);
    const { reveal } = store.get();
    const due = reveal && nextStep(reveal);
    if (due === undefined) return;
    timer = setTimeout(() => {
      change((state) => ({ ...state, reveal: state.reveal && advanceReveal(state.reveal, Date.now()) }));
    }, due - Date.now());
  }

  /** A change of one turn, and of what is seen of its reply. */
  function changeReply(id: number, transition: (state: Conversation) => Conversation): void {
    change((state) => followReply(transition(state), id, Date.now()));
  }

  function print(text: string, speaker: PrintedLine['speaker'], history: History): void {
    change((state) => printLine(state, text, speaker, history, now()));
  }

  /** The id with which these words were sent, where they did not arrive or nobody knows. */
  function undeliveredId(message: string): string | undefined {
    const isIt = (turn: { message: string }) => turn.message === message;
    const turn = store.get().turns.findLast((other) => isIt(other) && isUndelivered(other));
    return turn?.sentId ?? (undelivered && isIt(undelivered) ? undelivered.sentId : undefined);
  }

  return {
    store,

    setDraft: (draft: string): void => change((state) => ({ ...state, draft })),

    /**
     * Adds the reader's message at once; what was not delivered keeps its id when it is sent again. `undefined` when there is
     * nothing to send or a reply is still pending.
     */
    beginTurn(text: string, history: History): { id: number; message: string; sentId: string } | undefined {
      const message = text.trim();
      if (!message || store.get().turns.some(isPending)) return undefined;
      const sentId = undeliveredId(message) ?? newMessageId();
      undelivered = undefined;
      change((state) => addTurn(state, { message, sentId, sentAt: now() }, history));
      return { id: store.get().lastId, message, sentId };
    },

    undeliveredId,

    /** Words of the page before this one, which it may have sent with that id. */
    keepUndelivered(text: string, sentId: string): void {
      undelivered = sentId ? { message: text.trim(), sentId } : undefined;
    },

    /** Follows the reply to a message that the server already has; `undefined` while another reply is pending. */
    resumeTurn(question: ChatMessage, history: readonly ChatMessage[]): { id: number } | undefined {
      if (store.get().turns.some(isPending)) return undefined;
      const turn = { message: question.content, sentAt: question.timestamp, resumed: true as const };
      change((state) => addTurn(state, turn, history.slice(0, history.indexOf(question))));
      return { id: store.get().lastId };
    },

    appendChunk(id: number, text: string): void {
      const at = now();
      changeReply(id, (state) =>
        changeTurn(state, id, ({ chunks, repliedAt }) => ({
          state: 'writing',
          chunks: [...chunks, text],
          repliedAt: repliedAt ?? at,
        })),
      );
    },

    resetReply: (id: number): void =>
      changeReply(id, (state) =>
        changeTurn(state, id, () => ({ state: 'waiting', chunks: [], repliedAt: undefined })),
      ),

    finishReply: (...[id, reply, speaker]: ArgumentsOf<typeof finishReply>): void =>
      changeReply(id, (state) => finishReply(state, id, reply, speaker)),

    stopReply: (...[id, reply]: ArgumentsOf<typeof stopReply>): void =>
      changeReply(id, (state) => stopReply(state, id, reply)),

    /** The server says that nobody is answering the message of that time. */
    markUnanswered: (timestamp: string): void => change((state) => ({ ...state, unanswered: timestamp })),

    failTurn: (id: number, reason: 'refused' | 'cut'): void =>
      changeReply(id, (state) => changeTurn(state, id, () => ({ state: reason }))),

    /** The reply to a turn just begun comes onto the screen with a rhythm. */
    paceReply: (id: number): void => change((state) => paceReply(state, id, Date.now())),

    /** Nothing of a known reply is held back any longer. */
    showAll: (): void => change((state) => (state.reveal?.text ? { ...state, reveal: undefined } : state)),

    /** @param from the level before: a code that opens nothing more says so */
    printAccess: (from: number, maxSection: number, history: History): void =>
      print(
        `ACCESSO ESTESO FINO ALLA SEZIONE ${maxSection}${from < maxSection ? '' : ': ERA GIÀ APERTO'}.`,
        'system',
        history,
      ),

    /** Once: what is said here is kept nowhere, and the reader would find out by losing it. */
    tellRefusedCookies(history: History): void {
      if (hasToldOfCookies) return;
      hasToldOfCookies = true;
      this.print(
        'IL BROWSER RIFIUTA I COOKIE: QUI NON RESTERÀ NIENTE, NÉ LA CONVERSAZIONE NÉ IL LIVELLO. PER TENERLI, AMMETTI I COOKIE DI QUESTO SITO.',
        'system',
        history,
      );
    },

    /** The terminal's own words, or a recap: shown here, stored nowhere, and announced to screen readers. */
    print(text: string, speaker: PrintedLine['speaker'], history: History): void {
      print(text, speaker, history);
      change((state) => announce(state, text));
    },

    /** The conversation was deleted, or another part of it is to be shown. */
    clear(): void {
      part += 1;
      change((state) => ({
        ...state,
        turns: state.turns.filter(isPending),
        printed: [],
        unanswered: undefined,
        reveal: undefined,
      }));
    },

    part: () => part,

    /** Another tab has chosen another level, or goes on with another conversation. */
    expectAnother(): void {
      part += 1;
    },

    reconcile: (history: readonly ChatMessage[], speaker: string): void =>
      change((state) => reconcile(state, history, speaker)),

    readingPlace: () => readingPlace,

    saveReadingPlace(place: number | undefined): void {
      readingPlace = place;
    },
  };
}

/** A transition's arguments after the state. */
type ArgumentsOf<Transition> = Transition extends (state: Conversation, ...rest: infer Rest) => Conversation
  ? Rest
  : never;

/** The one conversation of this tab. */
export const conversation = createConversation();

export const useConversation = () => useSelector(conversation.store);
