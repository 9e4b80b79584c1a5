import { useEffect, useRef, useState } from 'react';
import type { BookContent } from '#shared/contracts/book.ts';
import { errorMessage } from '#client/api-error.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from '../button.tsx';

/** Debounce of the preview in milliseconds. */
const drawAfter = 600;

const widths = { telefono: 390, computer: 1280 } as const;
type Screen = keyof typeof widths;

interface BookPreviewProps {
  draft: BookContent;
  page: '/' | '/chat';
  anchor: string | undefined;
}

export function BookPreview({ draft, page, anchor }: BookPreviewProps) {
  const { html, failure } = useDrawnPage(draft, page);
  const [screen, setScreen] = useState<Screen>('telefono');
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = useScale(room, widths[screen]);
  const place = useRef<{ anchor: string | undefined; top: number }>({ anchor: undefined, top: 0 });

  function showPart(): void {
    const content = frame.current?.contentWindow;
    if (!content) return;
    const part = content.document.querySelector(anchor ?? 'body');
    if (part && place.current.anchor !== anchor) {
      part.scrollIntoView({ behavior: 'instant' });
      place.current.anchor = anchor;
    } else content.scrollTo({ top: place.current.top, behavior: 'instant' });
    content.addEventListener('scroll', () => {
      place.current.top = content.scrollY;
    });
  }
  useEffect(showPart, [anchor, screen]);

  return (
    <section className="book-preview" aria-label="Anteprima">
      <p className="flex flex-wrap items-center gap-2">
        {(Object.keys(widths) as Screen[]).map((name) => (
          <Button key={name} small aria-pressed={screen === name} onClick={() => setScreen(name)}>
            {name === 'telefono' ? 'Telefono' : 'Computer'}
          </Button>
        ))}
        <span role="status" className="admin-hint">
          {failure ?? (html === undefined ? 'Disegno la pagina…' : '')}
        </span>
      </p>
      <div ref={room} className="min-w-0 min-h-0 overflow-hidden">
        {html !== undefined && (
          <iframe
            ref={frame}
            title={`Anteprima: ${page === '/' ? 'la pagina del libro' : 'la chat'}`}
            sandbox="allow-same-origin"
            srcDoc={html}
            onLoad={showPart}
            style={{
              width: widths[screen],
              height: `${100 / scale}%`,
              marginInlineStart: `max(0px, (100% - ${widths[screen]}px) / 2)`,
              scale: String(scale),
            }}
          />
        )}
      </div>
    </section>
  );
}

/** Keeps the last page while the next one is rendered. */
function useDrawnPage(draft: BookContent, page: '/' | '/chat') {
  const utils = trpc.useUtils();
  const [drawn, setDrawn] = useState<{ page: string; html: string }>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const call = new AbortController();
    const timer = setTimeout(() => {
      utils.client.book.preview.mutate({ draft, page }, { signal: call.signal }).then(
        ({ html }) => {
          setDrawn({ page, html });
          setFailure(undefined);
        },
        (error: unknown) => {
          if (!call.signal.aborted)
            setFailure(errorMessage(error, 'L’anteprima non arriva: il server non risponde.'));
        },
      );
    }, drawAfter);
    return () => {
      clearTimeout(timer);
      call.abort();
    };
  }, [utils, draft, page]);
  return { html: drawn?.page === page ? drawn.html : undefined, failure };
}

function useScale(room: { readonly current: HTMLElement | null }, width: number): number {
  const [available, setAvailable] = useState(width);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  return Math.min(1, available / width);
}
