import { createAtom, useSelector } from '@tanstack/react-store';
import type { ChatMessage } from '#shared/contracts/chat.ts';
import { newId } from '#shared/new-id.ts';
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
  stampShown,
  stopReply,
  type Conversation,
} from './conversation-state.ts';
import { isPending, isUndelivered, type PrintedLine } from './conversation.ts';
import { advanceReveal, nextStep } from './reveal.ts';
import { serverNow } from './server-clock.ts';

/** Word and PowerPoint paste some, which nobody sees and the server refuses; those that break lines become line breaks. */
const withoutControlSigns = (text: string) =>
  text.replace(/[\v\f\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\r\t])\p{Cc}/gu, '');

type History = readonly ChatMessage[] | undefined;

const now = () => serverNow();

/** Store of a conversation, outside components because a reply continues while another page is open. */
export function createConversation() {
  const store = createAtom(emptyConversation(now()));
  /** Scroll position in pixels when the page was left; absent: at the bottom. */
  let readingPlace: number | undefined;
  let hasToldOfCookies = false;
  /** Incremented when another conversation, level or reader is shown. */
  let part = 0;
  let undelivered: { message: string; sentId: string } | undefined;

  function change(transition: (state: Conversation) => Conversation): void {
    store.set((state) => stampShown(state, transition(state), now()));
    scheduleReveal();
  }

  let timer: ReturnType<typeof setTimeout> | undefined;

  function scheduleReveal(): void {
    clearTimeout(timer);
    const { reveal } = store.get();
    const due = reveal && nextStep(reveal);
    if (due === undefined) return;
    timer = setTimeout(() => {
      change((state) => ({
        ...state,
        reveal: state.reveal && advanceReveal(state.reveal, performance.now()),
      }));
    }, due - performance.now());
  }

  function changeReply(id: number, transition: (state: Conversation) => Conversation): void {
    change((state) => followReply(transition(state), id, performance.now()));
  }

  function print(text: string, speaker: PrintedLine['speaker'], history: History): void {
    change((state) => printLine(state, text, speaker, history, now()));
  }

  /** Idempotency key of an earlier attempt that failed or whose response was lost. */
  function undeliveredId(message: string): string | undefined {
    const hasSameText = (turn: { message: string }) => turn.message === message;
    const turn = store.get().turns.findLast((other) => hasSameText(other) && isUndelivered(other));
    return turn?.sentId ?? (undelivered && hasSameText(undelivered) ? undelivered.sentId : undefined);
  }

  return {
    store,

    setDraft: (draft: string): void => change((state) => ({ ...state, draft: withoutControlSigns(draft) })),

    /**
     * Adds the reader's message at once; a repeated undelivered one keeps its id. `undefined` when empty or while a
     * reply is pending.
     */
    beginTurn(text: string, history: History): { id: number; message: string; sentId: string } | undefined {
      const message = text.trim();
      if (!message || store.get().turns.some(isPending)) return undefined;
      const sentId = undeliveredId(message) ?? newId();
      undelivered = undefined;
      change((state) => addTurn(state, { message, sentId, sentAt: now() }, history));
      return { id: store.get().lastId, message, sentId };
    },

    undeliveredId,

    keepUndelivered(text: string, sentId: string): void {
      undelivered = sentId ? { message: text.trim(), sentId } : undefined;
    },

    /** Follows the reply to a message that the server has; `undefined` while another is pending. */
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

    markUnanswered: (timestamp: string): void => change((state) => ({ ...state, unanswered: timestamp })),

    failTurn: (id: number, reason: 'refused' | 'cut'): void =>
      changeReply(id, (state) => changeTurn(state, id, () => ({ state: reason }))),

    paceReply: (id: number): void => change((state) => paceReply(state, id, performance.now())),

    showAll: (): void => change((state) => (state.reveal?.text ? { ...state, reveal: undefined } : state)),

    /** @param from previous level, to report a code that unlocks nothing new */
    printAccess: (from: number, maxSection: number, history: History): void =>
      print(
        `ACCESSO ESTESO FINO ALLA SEZIONE ${maxSection}${from < maxSection ? '' : ': ERA GIÀ APERTO'}.`,
        'system',
        history,
      ),

    /** Warns once that without cookies the conversation is not stored. */
    tellRefusedCookies(history: History): void {
      if (hasToldOfCookies) return;
      hasToldOfCookies = true;
      this.print(
        'IL BROWSER RIFIUTA I COOKIE: QUI NON RESTERÀ NIENTE, NÉ LA CONVERSAZIONE NÉ IL LIVELLO. PER TENERLI, AMMETTI I COOKIE DI QUESTO SITO.',
        'system',
        history,
      );
    },

    /** Prints a line or a recap: not stored, but announced to screen readers. */
    print(text: string, speaker: PrintedLine['speaker'], history: History): void {
      print(text, speaker, history);
      change((state) => announce(state, text));
    },

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

    /** Another tab has changed the level or the conversation. */
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

type ArgumentsOf<Transition> = Transition extends (state: Conversation, ...rest: infer Rest) => Conversation
  ? Rest
  : never;

export const conversation = createConversation();

export const useConversation = () => useSelector(conversation.store);
