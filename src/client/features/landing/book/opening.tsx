import { useEffect, useRef, useState } from 'react';
import type { PublicBook } from '#shared/contracts/book.ts';
import { useSeen } from '#client/ui/use-on-screen.ts';
import { readTranscript } from '../transcript.tsx';

/** More than twenty lines hold; the page cuts after the twentieth. */
const enough = 2_000;

/** The chapter's first twenty lines in type; their place is kept until the text is there. */
export function Opening({ title, transcript }: PublicBook['landing']['audiobook']) {
  const page = useRef<HTMLDivElement>(null);
  const near = useSeen(page, '800px');
  const [paragraphs, setParagraphs] = useState<string[]>();
  useEffect(() => {
    if (!near) return;
    readTranscript(transcript).then(
      (all) => setParagraphs(all.join('\n').slice(0, enough).split('\n')),
      () => setParagraphs([]),
    );
  }, [near, transcript]);
  if (paragraphs?.length === 0) return null;
  return (
    <div ref={page} className="opening">
      <noscript>
        <style>{'.opening { display: none }'}</style>
      </noscript>
      <h3 className="eyebrow text-rust">{title}</h3>
      <div className="opening-lines">
        {paragraphs?.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      <p>
        <a href="#capitolo-1" className="underline underline-offset-[0.2em]">
          Il capitolo intero, da ascoltare e da leggere
        </a>
      </p>
    </div>
  );
}
