import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { FileInput } from '../file-input.tsx';
import { pasteLarge } from '../paste-large.ts';
import { useFileDrop } from '../use-file-drop.ts';
import { countWords } from '#shared/words.ts';
import { formatNumber } from '../format.ts';
import { decodeText } from './decode-text.ts';

interface ImportSourceProps {
  text: string;
  onText(text: string): void;
  onPreview(text: string): void;
  onCancel(): void;
}

const largestFile = 20 * 1024 * 1024;

/** Where the text comes from: pasted, or a file chosen or dropped anywhere on the field. */
export function ImportSource({ text, onText, onPreview, onCancel }: ImportSourceProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const drop = useFileDrop(([file]) => void read(file));
  const words = useMemo(() => countWords(text), [text]);

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    const reason = refuseText(file);
    if (reason) return setRefusal(reason);
    try {
      const content = decodeText(await file.arrayBuffer());
      if (countWords(content) === 0) return setRefusal(`«${file.name}» è vuoto.`);
      onPreview(content);
    } catch {
      setRefusal(`«${file.name}» non si riesce a leggere.`);
    }
  }

  return (
    <form
      className="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        onPreview(text);
      }}
    >
      <div className="admin-field" {...drop}>
        <label htmlFor={id}>Testo del libro</label>
        <textarea
          id={id}
          className="admin-prose"
          rows={14}
          value={text}
          aria-describedby={`${id}-hint`}
          placeholder={'# Capitolo 1\n\nIncolla qui il testo, oppure trascina un file .md o .txt.'}
          spellCheck={false}
          onPaste={pasteLarge}
          onChange={({ target }) => onText(target.value)}
        />
        <p id={`${id}-hint`} className="admin-hint">
          Il testo si divide ai titoli: quelli di Markdown (# e ##), le righe come «Capitolo 3» o «CAPITOLO
          III», i numeri romani da soli. Prima di salvare vedrai com’è venuto.
        </p>
        <p role="alert" className="admin-error">
          {refusal}
        </p>
      </div>
      <div className="admin-form-end">
        <FileInput
          ref={input}
          accept=".md,.markdown,.txt,text/plain,text/markdown"
          aria-label="File di testo"
          onFiles={([file]) => void read(file)}
        />
        <Button onClick={() => input.current?.click()}>Scegli un file</Button>
        <p className="admin-hint admin-spring">{words > 0 && `${formatNumber(words)} parole`}</p>
        <Button onClick={onCancel}>Annulla</Button>
        <Button type="submit" main disabled={words === 0}>
          Anteprima
        </Button>
      </div>
    </form>
  );
}

/** Why a file cannot be a text, in Italian. */
function refuseText({ name, type, size }: File): string | undefined {
  const isText = /\.(?:md|markdown|txt|text)$/i.test(name) || type.startsWith('text/');
  if (!isText) return `«${name}» non è un file di testo: servono file .md o .txt.`;
  return size > largestFile ? `«${name}» supera i 20 MB.` : undefined;
}
