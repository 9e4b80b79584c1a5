import { useEffect, useRef, type KeyboardEvent as PressedKey, type RefObject } from 'react';
import { currentBook } from '#client/current-book.ts';
import { isBlank } from '#shared/blank-text.ts';
import { chatLimits } from '#shared/contracts/chat-limits.ts';
import { isComposing } from '#shared/is-composing.ts';
import { keepWords } from '#client/ui/kept-words.ts';
import { conversation } from './conversation-store.ts';
import { isPending as isTurnPending } from './conversation.ts';

const counterFrom = chatLimits.message - 200;

/** A pending message is not a draft: after a reload it comes from the server. */
const takeKeptDraft = keepWords('bozza', () => {
  const { draft, turns } = conversation.store.get();
  return turns.some(isTurnPending) ? '' : draft;
});

const takeKeptId = keepWords('bozza-id', () => {
  const { draft } = conversation.store.get();
  return conversation.undeliveredId(draft.trim()) ?? '';
});

interface ComposerProps {
  draft: string;
  said(): string[];
  isPending: boolean;
  onSend(): void;
  onStop(): void;
}

export function Composer({ draft, said, isPending, onSend, onStop }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const hadFocus = useRef(false);
  const { length } = draft.trim();
  const canSend = !isPending && !isBlank(draft) && length <= chatLimits.message;

  // Text typed before hydration fires no event.
  useEffect(() => {
    const typed = input.current?.value || takeKeptDraft();
    conversation.keepUndelivered(typed, takeKeptId());
    if (typed) conversation.setDraft(typed);
  }, []);

  useStopOnEscape(isPending, onStop);
  useTypingAnywhere(input);
  const recall = useRecall(draft, said);

  useEffect(() => {
    // A disabled field loses the focus: restore it unless the reader has moved it.
    const isFocusLost = document.activeElement === document.body || document.activeElement === null;
    if (!isPending && hadFocus.current && isFocusLost) input.current?.focus({ preventScroll: true });
  }, [isPending]);

  function send() {
    if (!canSend) return;
    hadFocus.current = form.current?.contains(document.activeElement) ?? false;
    onSend();
  }

  return (
    <form
      ref={form}
      className="terminal-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <span className="leading-6 py-[8px] font-semibold pointer-coarse:py-[10px]" aria-hidden="true">
        &gt;
      </span>
      <span className="terminal-input" data-value={draft}>
        <textarea
          ref={input}
          name="message"
          rows={1}
          aria-label={`Messaggio per ${currentBook().character.name}`}
          aria-invalid={length > chatLimits.message}
          aria-describedby={length >= counterFrom ? 'message-room' : undefined}
          placeholder="DIGITARE MESSAGGIO..."
          value={draft}
          disabled={isPending}
          onChange={(event) => conversation.setDraft(event.target.value)}
          onKeyDown={(event) => {
            recall(event);
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
          enterKeyHint="send"
          autoComplete="off"
        />
      </span>
      {isPending && (
        <button type="button" className="terminal-key" aria-keyshortcuts="Escape" onClick={onStop}>
          [STOP]
        </button>
      )}
      <button type="submit" className="terminal-key" disabled={!canSend}>
        [SEND]
      </button>
      {length >= counterFrom && <RoomLeft length={length} />}
    </form>
  );
}

/** ↑ in an empty line recalls earlier messages, ↓ goes back. */
function useRecall(draft: string, said: () => string[]) {
  const place = useRef(0);
  return (event: PressedKey) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || altKey || ctrlKey || metaKey || shiftKey) return;
    if (isComposing(nativeEvent)) return;
    const words = said();
    const isRecalled = place.current > 0 && words.at(-place.current) === draft;
    if (draft !== '' && !isRecalled) return;
    const next = (isRecalled ? place.current : 0) + (key === 'ArrowUp' ? 1 : -1);
    if (next < 0 || next > words.length) return;
    event.preventDefault();
    place.current = next;
    conversation.setDraft(next === 0 ? '' : (words.at(-next) ?? ''));
  };
}

/** Typing without a focused field goes to the input line. Space keeps scrolling. */
function useTypingAnywhere(input: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const takeKey = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
      if (key.length !== 1 || key === ' ' || altKey || ctrlKey || metaKey) return;
      const takesNoText = target === document.body || (target as Element).role === 'log';
      if (takesNoText) input.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', takeKey);
    return () => window.removeEventListener('keydown', takeKey);
  }, [input]);
}

/** Escape stops the streaming reply, unless it closes something above the log. */
function useStopOnEscape(isPending: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isPending) return undefined;
    const stopOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !(event.target as Element).closest('[id$=-bar]')) onStop();
    };
    window.addEventListener('keydown', stopOnEscape);
    return () => window.removeEventListener('keydown', stopOnEscape);
  }, [isPending, onStop]);
}

function RoomLeft({ length }: { length: number }) {
  const isOver = length > chatLimits.message;
  return (
    <p
      id="message-room"
      className="col-[2_/_-1] text-[0.8125rem] text-right text-(--phosphor-dim) data-[over=true]:text-(--fault)"
      data-over={isOver}
    >
      <span>{`${length}/${chatLimits.message}`}</span>
      {isOver && <span role="alert"> TROPPO LUNGO</span>}
    </p>
  );
}
