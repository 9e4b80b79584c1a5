import { lazy, Suspense } from 'react';
import type { BackupEntry } from '#shared/contracts/backup-entries.ts';
import { comparedText } from '../saving/compared-text.ts';

const TwoTexts = lazy(() =>
  import('../saving/two-texts.tsx').then((module) => ({ default: module.TwoTexts })),
);

export function ComparedFields({ fields }: Pick<BackupEntry, 'fields'>) {
  return fields.map(({ field, label, then, now }) => (
    <div key={field}>
      <h3 className="pb-1 text-xl font-semibold">{label}</h3>
      <Suspense fallback={<p role="status">Confronto i due testi…</p>}>
        <TwoTexts
          one={{ title: 'Adesso', text: comparedText(field, now) }}
          other={{ title: 'Nel backup', text: comparedText(field, then) }}
        />
      </Suspense>
    </div>
  ));
}
