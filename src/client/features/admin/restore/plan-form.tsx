import type { ReactNode } from 'react';

export function PlanForm({ onConfirm, children }: { onConfirm(): void; children: ReactNode }) {
  return (
    <form
      className="grid gap-4 w-full"
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm();
      }}
    >
      {children}
    </form>
  );
}

export function PlanWarnings({ title, sentences }: { title?: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="admin-note border-(--rust)!">
      {title && (
        <p>
          <strong>{title}</strong>
        </p>
      )}
      <ul className="pl-[1.1rem] list-disc">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
