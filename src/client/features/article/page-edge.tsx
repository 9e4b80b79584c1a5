import type { PageFoot } from '#shared/article.ts';

/** The foot of the last page; the compiler sets those of the others in the text. */
export function PageEdge({ foot: { folio, running, side } }: { foot: PageFoot }) {
  return (
    <div className="page-end" aria-hidden="true">
      <span className="page-foot" data-folio={folio} data-running={running} data-side={side} />
    </div>
  );
}
