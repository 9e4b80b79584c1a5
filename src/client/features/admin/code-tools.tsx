import { useEffect, useState } from 'react';
import { codeKey, generateCode } from '../../../shared/contracts/codes.ts';
import { Tooltip } from '../../ui/tooltip.tsx';

/** Whether a code has the letters and digits searched for, whatever its dashes, spaces and capitals. */
export function codeMatches(code: string, query: string): boolean {
  const key = codeKey(query);
  return key !== '' && codeKey(code).includes(key);
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A code to be read letter by letter, with its copy button. */
export function CodeCell({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="admin-code">
      <code>{code}</code>
      <button
        type="button"
        className="admin-link"
        data-action="copy"
        data-outcome={outcome}
        aria-label={`Copia il codice ${code}`}
        onClick={() => void copyText(code).then((copied) => setOutcome(copied ? 'copied' : 'failed'))}
      >
        {outcome === 'copied' ? 'Copiato' : outcome === 'failed' ? 'Non copiato' : 'Copia'}
      </button>
      <span role="status" className="sr-only">
        {outcome === 'copied' && `Codice ${code} copiato`}
        {outcome === 'failed' && 'Il browser non permette di copiare'}
      </span>
    </span>
  );
}

/** Puts a new random code in the field. */
export function GenerateButton({ onGenerate }: { onGenerate(code: string): void }) {
  return (
    <Tooltip text="Otto caratteri a caso, senza quelli che si confondono (0 e o, 1, i e l)">
      <button type="button" className="admin-button" onClick={() => onGenerate(generateCode())}>
        Genera
      </button>
    </Tooltip>
  );
}
