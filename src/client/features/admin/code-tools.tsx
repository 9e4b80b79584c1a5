import { useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { codeKey, generateCode } from '#shared/contracts/codes.ts';
import { Tooltip } from '#client/ui/tooltip.tsx';
import { Button } from './button.tsx';
import { TextField } from './fields.tsx';

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

export function CodeCell({ code }: { code: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-3 gap-y-0">
      <code className="admin-mono text-[1rem] font-semibold">{code}</code>
      <button
        type="button"
        className="admin-link text-(--faded) text-[0.9375rem]"
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

interface CodeFieldProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  name: Path<Fields>;
  hint: string;
}

export function CodeField<Fields extends FieldValues>({ form, name, hint }: CodeFieldProps<Fields>) {
  const generate = () =>
    form.setValue(name, generateCode() as PathValue<Fields, Path<Fields>>, {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    });
  return (
    <TextField
      form={form}
      name={name}
      label="Codice"
      mono
      hint={`${hint} maiuscole, spazi e trattini non contano.`}
      action={
        <Tooltip text="Otto caratteri a caso, senza quelli che si confondono (0 e o, 1, i e l)">
          <Button onClick={generate}>Genera</Button>
        </Tooltip>
      }
    />
  );
}
