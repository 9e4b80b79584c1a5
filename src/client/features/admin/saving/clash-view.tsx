import { lazy, Suspense, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { formatMoment } from '../format.ts';
import { comparedText } from './compared-text.ts';
import type { FormFields } from './merge-fields.ts';
import type { Clash } from './use-saving.ts';

const TwoTexts = lazy(() => import('./two-texts.tsx').then((module) => ({ default: module.TwoTexts })));

interface ClashViewProps {
  clash: Clash;
  mine: FormFields;
  labels: Readonly<Record<string, string>>;
  decide(name: string, side: 'mine' | 'theirs'): void;
}

export function ClashView({ clash, mine, labels, decide }: ClashViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [clash.at]);
  if (clash.open.length === 0)
    return (
      <p className="admin-note" role="status">
        Hai scelto. Rileggi qui sotto, correggi se vuoi, e premi Salva.
      </p>
    );
  return (
    <section
      className="grid gap-4 mb-6 p-4 border border-(--rust) bg-[#e2d5ba4d]"
      aria-labelledby="saving-clash"
    >
      <h3 id="saving-clash" ref={heading} tabIndex={-1} className="text-xl font-semibold">
        Ci sono due testi
      </h3>
      <p>
        Intanto, il {formatMoment(clash.at)}, è stato salvato da un’altra finestra. Non si è perso nulla:
        scegli quale tenere, oppure tieni la tua e correggila a mano qui sotto.
      </p>
      {clash.open.map((name) => (
        <div key={name}>
          <h4 className="pb-1 font-semibold">{labels[name] ?? name}</h4>
          <Suspense fallback={<p role="status">Confronto i due testi…</p>}>
            <TwoTexts
              one={{
                title: 'La mia',
                text: comparedText(name, mine[name]),
                action: (
                  <Button small onClick={() => decide(name, 'mine')}>
                    Tieni la mia
                  </Button>
                ),
              }}
              other={{
                title: 'L’altra',
                text: comparedText(name, clash.theirs[name]),
                action: (
                  <Button small onClick={() => decide(name, 'theirs')}>
                    Tieni l’altra
                  </Button>
                ),
              }}
            />
          </Suspense>
        </div>
      ))}
    </section>
  );
}
