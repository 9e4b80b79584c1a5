import { useState } from 'react';
import { excerptsPath } from '#shared/public-book.ts';

/** Paragraphs of a transcript. @throws Error when it does not arrive */
export async function readTranscript(address: string): Promise<string[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const isOfRecord = address.startsWith(excerptsPath);
  const text = isOfRecord ? ((await response.json()) as { text: string }).text : await response.text();
  return text.split(/\n{2,}/).filter((paragraph) => paragraph.trim());
}

export function Transcript({ address, label }: { address: string; label: string }) {
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | string[]>('closed');

  async function load(): Promise<void> {
    setState('loading');
    try {
      setState(await readTranscript(address));
    } catch {
      setState('failed');
    }
  }

  return (
    <details
      className="transcript"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && (state === 'closed' || state === 'failed')) void load();
      }}
    >
      <summary>{label}</summary>
      {state === 'loading' && <p role="status">Un momento…</p>}
      {state === 'failed' && <p role="alert">Il testo non arriva. Chiudi e riapri per riprovare.</p>}
      {typeof state === 'object' && (
        <div className="transcript-text" role="group" aria-label={label} tabIndex={0}>
          {state.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      )}
    </details>
  );
}
