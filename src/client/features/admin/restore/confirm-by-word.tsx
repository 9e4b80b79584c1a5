import { useId, useState } from 'react';
import { Button } from '../button.tsx';

interface ConfirmByWordProps {
  /** Label of the main button; without it the form only offers to leave. */
  action?: string;
  /** Word to type, ignoring case; without it no confirmation. */
  word?: string;
  onDiscard(): void;
}

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
