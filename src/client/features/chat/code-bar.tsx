import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useOpenDialog } from '#client/ui/open-dialogs.ts';
import type { CodeRefusal } from './code-refusal.ts';

interface CodeBarProps {
  code: string;
  isLinked: boolean;
  refusal: CodeRefusal | undefined;
  onChange(code: string): void;
  isPending: boolean;
  onValidate(): void;
  onClose(): void;
}

/** Input of an unlock code; with a code from a link it focuses the submit button. Escape and Back close it. */
export function CodeBar(props: CodeBarProps) {
  const { code, isLinked, refusal, onChange, isPending, onValidate, onClose } = props;
  useOpenDialog(true, true, onClose);
  const input = useRef<HTMLInputElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const hasOpened = useRef(false);
  const [isFilled] = useState(isLinked);
  // A typed command has shown the code already.
  const [isVisible, setIsVisible] = useState(isFilled || refusal !== undefined);
  useEffect(() => {
    // On opening, and after a refusal when the disabled button has lost the focus.
    if (!hasOpened.current && isFilled) submit.current?.focus();
    else if (!hasOpened.current || document.activeElement === document.body) input.current?.focus();
    hasOpened.current = true;
  }, [isPending, isFilled]);

  return (
    <form
      id="code-bar"
      className="terminal-code-bar"
      aria-label="Codice di sblocco"
      onSubmit={(event) => {
        event.preventDefault();
        onValidate();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <label htmlFor="unlock-code">CODICE</label>
      <span className="flex flex-[1_1_9rem] min-w-0 max-w-96 items-center border-b-2 border-b-(--phosphor-dim) focus-within:border-(--phosphor-bright)">
        <input
          ref={input}
          id="unlock-code"
          className="flex-1 min-w-0 min-h-10 px-[0.35rem] text-[1rem] tracking-[0.12em] [text-shadow:inherit] focus-visible:-outline-offset-2! pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          type={isVisible ? 'text' : 'password'}
          placeholder="xxxx-xxxx"
          value={code}
          onChange={(event) => onChange(event.target.value)}
          readOnly={isPending}
          // Prevents browsers from offering to save or fill a password.
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={128}
          enterKeyHint="go"
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal && 'code-refusal'}
        />
        <button
          type="button"
          className="grid place-content-center min-w-10 min-h-10 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          aria-label={isVisible ? 'Nascondi il codice' : 'Mostra il codice'}
          onClick={() => setIsVisible(!isVisible)}
        >
          <Eye isOpen={isVisible} />
        </button>
      </span>
      <button ref={submit} type="submit" className="terminal-key" disabled={isPending}>
        {isPending ? '[VERIFICA...]' : '[VALIDATE]'}
      </button>
      {refusal && (
        <p id="code-refusal" className="terminal-code-refusal">
          {refusal.text}
          {refusal.mayBeMusic && (
            <>
              {' '}
              Una parola per la musica, invece, si scrive{' '}
              <Link to="/" hash="colonna-sonora">
                nella Home
              </Link>
              .
            </>
          )}
        </p>
      )}
    </form>
  );
}

function Eye({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M2 12h2l3-4h10l3 4h2m-20 0h2l3 4h10l3-4" />
      <path d="M10 10h4v4h-4z" fill="currentColor" />
      {!isOpen && <path d="M4 20 20 4" />}
    </svg>
  );
}
