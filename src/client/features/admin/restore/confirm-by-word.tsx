import { useId, useState } from 'react';
import { Button } from '../button.tsx';

interface ConfirmByWordProps {
  /** What the main button says; without it there is nothing to do but leave. */
  action?: string;
  /** Has to be typed first, in any case of letters; without it the button can be pressed at once. */
  word?: string;
  onDiscard(): void;
}

/** The end of a form whose plan takes something away: a word to type, the way out, and the button that submits. */
export function ConfirmByWord({ action, word, onDiscard }: ConfirmByWordProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <div className="flex flex-wrap items-end gap-3">
      {word !== undefined && (
        <div className="admin-field flex-[0_1_18rem]">
          <label htmlFor={id}>Per confermare scrivi {word}</label>
          <input
            id={id}
            className="admin-mono"
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <Button onClick={onDiscard}>Lascia tutto com’è</Button>
      {action !== undefined && (
        <Button type="submit" main disabled={word !== undefined && typed.trim().toUpperCase() !== word}>
          {action}
        </Button>
      )}
    </div>
  );
}
