import { type CSSProperties, type RefObject, useState } from 'react';
import type { ArticleCard } from '#shared/article.ts';
import { previewOf } from './preview-content.ts';
import { usePreviewed } from './use-previewed.ts';

interface PreviewProps {
  page: RefObject<HTMLElement | null>;
  pages: readonly ArticleCard[];
}

export function Preview({ page, pages }: PreviewProps) {
  const { link, hold, release } = usePreviewed(page);
  const content = link && previewOf(link, pages);
  if (!content) return null;
  return (
    <div
      id="anteprima"
      role="tooltip"
      className="preview"
      style={place(link)}
      onPointerEnter={hold}
      onPointerLeave={release}
    >
      {content.image && <PreviewImage key={content.image} src={content.image} />}
      {content.title && <p className="preview-title">{content.title}</p>}
      <p>{content.text}</p>
    </div>
  );
}

function PreviewImage({ src }: { src: string }) {
  const [failed, setFailed] = useState(false);
  return failed ? null : <img src={src} alt="" onError={() => setFailed(true)} />;
}

/** Below the link if there is room, else above, within the viewport. */
function place(link: HTMLElement): CSSProperties {
  const box = link.getBoundingClientRect();
  const width = Math.min(360, innerWidth - 24);
  const left = Math.min(Math.max(12, box.left), innerWidth - width - 12);
  return box.bottom < innerHeight * 0.6
    ? { left, width, top: box.bottom + 8 }
    : { left, width, bottom: innerHeight - box.top + 8 };
}
