import { useMemo, useRef } from 'react';
import { countWords } from '#shared/words.ts';
import { Button } from '../button.tsx';
import { FileInput } from '../file-input.tsx';
import { formatNumber } from '../format.ts';
import type { FieldSpec } from '../kit/field-kinds.ts';
import { Field } from '../kit/field.tsx';
import { useFileDrop } from '../use-file-drop.ts';

interface ImportSourceProps {
  text: string;
  refusal: string | undefined;
  task: string | undefined;
  onText(text: string): void;
  onPreview(): void;
  onFile(file: File): void;
  onCancel(): void;
}

const manuscriptTypes = '.docx,.odt,.epub,.md,.markdown,.txt';

const sourceField: FieldSpec = {
  kind: 'text',
  path: 'text',
  label: 'Testo del libro',
  rows: 14,
  placeholder: 'Trascina qui il manoscritto com’è (.docx, .odt, .epub, .md o .txt), oppure incolla il testo.',
  hint: 'Il testo si divide ai titoli: quelli del documento, le righe come «Capitolo 3», «Capitolo terzo» o «Epilogo», i numeri da soli, quelli che in un documento si riconoscono dall’aspetto (grassetto, centrati, più grandi), le pagine nuove e, dove non c’è altro, le righe in maiuscolo. I corsivi diventano testo normale; delle note a piè di pagina scegli tu. Se il libro c’è già, vedrai che cosa cambia capitolo per capitolo. Non si salva nulla prima che tu lo dica.',
};

export function ImportSource({
  text,
  refusal,
  task,
  onText,
  onPreview,
  onFile,
  onCancel,
}: ImportSourceProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = ([file]: File[]) => file && onFile(file);
  const drop = useFileDrop(read, task !== undefined);
  const words = useMemo(() => countWords(text), [text]);

  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview();
      }}
    >
      <div {...drop}>
        <Field
          field={sourceField}
          form={{
            valueAt: () => text,
            errorAt: () => refusal,
            change: (_, value) => onText(String(value)),
          }}
        />
        <p role="status" className="admin-hint">
          {task}
        </p>
      </div>
      <div className="admin-form-end">
        <FileInput ref={input} accept={manuscriptTypes} aria-label="Manoscritto" onFiles={read} />
        <Button disabled={task !== undefined} onClick={() => input.current?.click()}>
          Scegli un file
        </Button>
        <p className="admin-hint admin-spring">{words > 0 && `${formatNumber(words)} parole`}</p>
        <Button onClick={onCancel}>Annulla</Button>
        <Button type="submit" main disabled={words === 0 || task !== undefined}>
          Anteprima
        </Button>
      </div>
    </form>
  );
}
