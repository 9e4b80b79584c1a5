import { useState } from 'react';
import { excerptsPath } from '#shared/public-book.ts';

export function Transcript({ address, label }: { address: string; label: string }) {
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | { text: string }>('closed');

  async function load(): Promise<void> {
    setState('loading');
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(response.statusText);
      const isOfRecord = address.startsWith(excerptsPath);
      const text = isOfRecord ? ((await response.json()) as { text: string }).text : await response.text();
      setState({ text });
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
        <div className="transcript-text">
          {state.text
            .split(/\n{2,}/)
            .filter((paragraph) => paragraph.trim())
            .map((paragraph, index) => (
              <p key={index}>{paragraph}</p>
            ))}
        </div>
      )}
    </details>
  );
}
